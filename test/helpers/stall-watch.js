// Loaded into the program under test: says on request how long its event loop was held up at most since the last time.
// Of a stall only what its main thread computed counts, as a busy machine may take the processor away for longer.

// Before Node 23.9 the threads beside it count as well.
const cpuUsage = process.threadCpuUsage ?? process.cpuUsage

let longest = 0
let since = performance.now()
let spent = cpuUsage()

const tick = setInterval(() => {
  const { user, system } = cpuUsage(spent)
  longest = Math.max(longest, Math.min(performance.now() - since, (user + system) / 1000))
  since = performance.now()
  spent = cpuUsage()
}, 1)
tick.unref()

process.on('message', () => {
  process.send(longest)
  longest = 0
})
process.channel.unref()
