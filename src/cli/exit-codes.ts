// What the exit code of every command means; a signal adds its number to 128.

export const EXIT = { fine: 0, failed: 1, usage: 2, unreachable: 3 } as const
