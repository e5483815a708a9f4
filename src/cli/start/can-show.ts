// Whether there is a terminal both to draw on and to be typed at. It stands apart from the dashboard, which loads for long.

export const canShow = () => Boolean(process.stdin.isTTY && process.stdout.isTTY)
