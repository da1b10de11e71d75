/** The port that is wanted, or a free one when it is busy. */
export declare function freePort(wanted: number): Promise<number>
//# sourceMappingURL=free-port.d.ts.map
