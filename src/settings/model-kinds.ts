/** By what texts may be understood: the model of the package, none, a network on this machine, a server. */
export const MODELS = ['built-in', 'off', 'onnx', 'endpoint'] as const

export type ModelKind = (typeof MODELS)[number]
