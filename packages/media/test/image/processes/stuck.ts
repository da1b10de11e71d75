// An image process that never replies.
process.on('message', () => {})
process.on('disconnect', () => process.exit())
