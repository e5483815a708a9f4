// How an action is performed, wherever the emulator is.

export type Perform = (action: string, params: Record<string, unknown>) => unknown
