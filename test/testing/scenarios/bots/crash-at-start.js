// Dies before it asks for anything.

console.error('Error: no configuration')
process.exit(1)
