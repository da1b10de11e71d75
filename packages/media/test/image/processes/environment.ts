// An image process that tells the names in its environment as a format, and its own id as a width.
process.on('message', () => {
  process.send?.({ result: { format: Object.keys(process.env).join(' '), width: process.pid } })
})
process.on('disconnect', () => process.exit())
