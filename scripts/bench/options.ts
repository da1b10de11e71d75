/** The value of `--<name>=<number>`. */
export function option(name: string, usual: number): number {
  const prefix = `--${name}=`
  return Number(process.argv.find((word) => word.startsWith(prefix))?.slice(prefix.length) ?? usual)
}
