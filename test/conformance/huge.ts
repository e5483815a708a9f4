// Whole numbers beyond those that JavaScript holds exactly, as JSON numbers and as digits.

export const HUGE: readonly (number | string)[] = [2 ** 53, 1e20, '9'.repeat(20), '9'.repeat(400)]
