/** The version of the package; a test holds it to package.json, which a bundle cannot read cheaply. */
export const version = '0.1.0'
