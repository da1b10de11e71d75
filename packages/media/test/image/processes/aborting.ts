// An image process that crashes whatever it is given, as one does that cannot start its threads.
process.on('message', () => process.abort())
process.on('disconnect', () => process.exit())
