/** A value of this installation, made once and kept readable by its owner alone. */
export declare function keptSecret(dir: string, name: string, make: () => string): string
export declare function makeSealKeys(): string
//# sourceMappingURL=secrets.d.ts.map
