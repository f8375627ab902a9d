/** What is made when it is first asked for. */

/** Makes a thing when it is first asked for, and tells whether it was. */
export function once<Thing>(make: () => Promise<Thing>) {
  let thing: Promise<Thing> | undefined
  return {
    get: () => {
      thing ??= make()
      return thing
    },
    made: async () => thing,
  }
}
