// An image process that dies of whatever image it is given, by the signal that replaces the image.
process.on('message', ({ source }: { source: NodeJS.Signals }) => process.kill(process.pid, source))
process.on('disconnect', () => process.exit())
