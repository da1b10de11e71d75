import { type BitWriter, writeBits } from './bits.ts'

/**
 * A video in H.264 baseline: its parameter sets and frames of plain coloured tiles. It is made without an encoder: the
 * first block of each tile has raw samples, the others are predicted from it, and a repeated frame takes a few bytes.
 * @see ITU-T H.264, 7.3 (syntax), 9.2.1 (coefficient tokens), A.3 (levels)
 */
export interface VideoStream {
  sps: Buffer
  pps: Buffer
  /**
   * The frames in order, each as a NAL unit with one slice, without start code or length. `key`: playback can begin at
   * the frame.
   */
  frames: { nal: Buffer; key: boolean }[]
}

type Colour = readonly [y: number, cb: number, cr: number]
type Tiles = (column: number, row: number) => Colour

const PALETTE: readonly Colour[] = [
  [180, 128, 128],
  [168, 44, 136],
  [145, 147, 44],
  [133, 63, 52],
  [63, 193, 204],
  [51, 109, 212],
  [28, 212, 120],
]
const TILES_ACROSS = 7
const TILES_DOWN = 5
const RAW_BLOCK = 25
const [PREDICT_FROM_ABOVE, PREDICT_FROM_LEFT] = [1, 2]
const [CHROMA_FROM_LEFT, CHROMA_FROM_ABOVE] = [1, 2]
const KEY_SLICE = 7
const REPEATING_SLICE = 5

/**
 * Builds a NAL unit, with escapes that keep the payload from looking like a start code.
 * @see ITU-T H.264, 7.4.1
 */
function nalUnit(header: number, payload: Buffer): Buffer {
  const bytes = [header]
  let zeros = 0
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(bytes)
}

function sequenceSet(width: number, height: number): Buffer {
  const [across, down] = [Math.ceil(width / 16), Math.ceil(height / 16)]
  const crop = [across * 16 - width, down * 16 - height].map((pixels) => pixels / 2)
  const bits = writeBits().u(8, 66).u(8, 0xc0).u(8, 42)
  bits.ue(0).ue(4).ue(2).ue(1).u(1, 0)
  bits
    .ue(across - 1)
    .ue(down - 1)
    .u(1, 1)
    .u(1, 1)
  const [right = 0, bottom = 0] = crop
  if (right > 0 || bottom > 0) bits.u(1, 1).ue(0).ue(right).ue(0).ue(bottom)
  else bits.u(1, 0)
  return nalUnit(0x67, bits.u(1, 0).close())
}

function imageSet(): Buffer {
  const bits = writeBits().ue(0).ue(0).u(1, 0).u(1, 0).ue(0).ue(0).ue(0).u(1, 0).u(2, 0)
  // Three quantiser offsets of zero, deblocking under the slice's control, no constraint, no redundancy.
  return nalUnit(0x68, bits.ue(0).ue(0).ue(0).u(1, 1).u(1, 0).u(1, 0).close())
}

function block(bits: BitWriter, place: { column: number; row: number; tiles: Tiles }): void {
  const { column, row, tiles } = place
  const isRaw = (x: number, y: number) =>
    (y === 0 || tiles(x, y - 1) !== tiles(x, y)) && (x === 0 || tiles(x - 1, y) !== tiles(x, y))
  const [y, cb, cr] = tiles(column, row)
  if (isRaw(column, row)) {
    bits.ue(RAW_BLOCK).align()
    bits.raw(Buffer.concat([Buffer.alloc(256, y), Buffer.alloc(64, cb), Buffer.alloc(64, cr)]))
    return
  }
  const above = row > 0 && tiles(column, row - 1) === tiles(column, row)
  bits
    .ue(above ? PREDICT_FROM_ABOVE : PREDICT_FROM_LEFT)
    .ue(above ? CHROMA_FROM_ABOVE : CHROMA_FROM_LEFT)
    .ue(0)
  // No coefficients; how that is written depends on the neighbours, among which a raw block counts sixteen.
  const around = [
    ...(column > 0 ? [isRaw(column - 1, row) ? 16 : 0] : []),
    ...(row > 0 ? [isRaw(column, row - 1) ? 16 : 0] : []),
  ]
  const mean = Math.ceil(around.reduce((sum, count) => sum + count, 0) / Math.max(around.length, 1))
  if (mean >= 8) bits.u(6, 3)
  else bits.u(1, 1)
}

function keyFrame(across: number, down: number, count: number): Buffer {
  const tiles: Tiles = (column, row) => {
    const tile = Math.floor((column * TILES_ACROSS) / across) + 2 * Math.floor((row * TILES_DOWN) / down)
    return PALETTE[(tile + count) % PALETTE.length] ?? [128, 128, 128]
  }
  const bits = writeBits().ue(0).ue(KEY_SLICE).ue(0).u(8, 0)
  bits
    .ue(count % 2)
    .u(1, 0)
    .u(1, 0)
    .ue(0)
    .ue(1)
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) block(bits, { column, row, tiles })
  }
  return nalUnit(0x65, bits.close())
}

function repeatingFrame(blocks: number, sinceKey: number): Buffer {
  const bits = writeBits().ue(0).ue(REPEATING_SLICE).ue(0).u(8, sinceKey).u(1, 0).u(1, 0).u(1, 0).ue(0).ue(1)
  return nalUnit(0x41, bits.ue(blocks).close())
}

/**
 * Draws an H.264 video of tiles that change colour once a second, as parameter sets and frames without a container
 * file. Width and height (pixels) must be even, and `seconds` and `fps` whole numbers; this is not checked.
 */
export function drawVideo(video: { width: number; height: number; seconds: number; fps: number }): VideoStream {
  const { width, height, seconds, fps } = video
  const [across, down] = [Math.ceil(width / 16), Math.ceil(height / 16)]
  const frames = Array.from({ length: seconds * fps }, (_, index) => {
    const sinceKey = index % fps
    const nal = sinceKey === 0 ? keyFrame(across, down, index / fps) : repeatingFrame(across * down, sinceKey)
    return { nal, key: sinceKey === 0 }
  })
  return { sps: sequenceSet(width, height), pps: imageSet(), frames }
}
