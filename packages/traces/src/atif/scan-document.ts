import { type SourceValue, ValueBuffer } from '../source/source-value.ts'
import { type Capture, char, endOfCapture, isSpace } from './capture.ts'

export type Path = (string | number)[]

/** What the scanner asks and tells. */
export interface DocumentListener {
  /** Whether the members of this object or array are wanted one by one; otherwise it comes as one value. */
  enters(path: Path): boolean
  onOpen(path: Path): void
  onValue(path: Path, value: SourceValue): void
  onClose(path: Path): void
}

interface Frame {
  container: 'object' | 'array'
  /** Key of the member that is being read, or its position. */
  key: string | number
  /** What may come next. `first`: a member or the end. */
  expects: 'first' | 'key' | 'colon' | 'value' | 'comma'
}

/** JSON; with `offset` all that is needed to go on. */
export interface ScanState {
  offset: number
  frames: Frame[]
  /** `before` and `after` the document; `broken`: the text is not JSON, from `offset` on. */
  phase: 'before' | 'inside' | 'after' | 'broken'
}

/**
 * Reads one JSON document as its bytes come and hands out the members of the containers that the listener enters.
 * Between two members it knows only its place, so a document of any size costs what its largest member costs.
 */
export class DocumentScanner {
  private readonly listener: DocumentListener
  private frames: Frame[]
  private phase: ScanState['phase']
  private position: number
  private capture: Capture | null = null

  constructor(listener: DocumentListener, from?: ScanState) {
    this.listener = listener
    this.frames = from ? structuredClone(from.frames) : []
    this.phase = from?.phase ?? 'before'
    this.position = from?.offset ?? 0
  }

  /** The bytes that were read: all of them, unless the text turned out not to be JSON. */
  push(bytes: Uint8Array): number {
    let at = 0
    while (at < bytes.length && !this.isBroken) {
      at = this.capture ? this.continueCapture(this.capture, bytes, at) : this.readStructure(bytes, at)
    }
    return at
  }

  get isBroken(): boolean {
    return this.phase === 'broken'
  }

  /** Something was read, and more has to come. */
  get isUnfinished(): boolean {
    return this.phase === 'inside'
  }

  /** Where reading goes on: a member that is not complete is read again from its beginning. */
  state(): ScanState {
    return {
      offset: this.capture?.start ?? this.position,
      frames: structuredClone(this.frames),
      phase: this.phase,
    }
  }

  /** The member that was not complete when the text ended. */
  rest(): SourceValue | null {
    return this.capture?.buffer.take() ?? null
  }

  private readStructure(bytes: Uint8Array, at: number): number {
    const byte = bytes[at] as number
    if (isSpace(byte) || (byte >= 0xbb && this.position < 3)) return this.advance(at)
    if (this.phase !== 'inside' && this.phase !== 'before') return this.break(at)
    const frame = this.frames.at(-1)
    if (!frame) return this.beginValue(byte, at)
    switch (frame.expects) {
      case 'colon':
        if (byte !== char.colon) return this.break(at)
        frame.expects = 'value'
        return this.advance(at)
      case 'comma':
        if (isEnd(byte, frame)) return this.close(at)
        if (byte !== char.comma) return this.break(at)
        frame.expects = frame.container === 'object' ? 'key' : 'value'
        return this.advance(at)
      case 'first':
        if (isEnd(byte, frame)) return this.close(at)
        frame.expects = frame.container === 'object' ? 'key' : 'value'
        return at
      case 'key':
        if (byte !== char.quote) return this.break(at)
        this.capture = { kind: 'key', start: this.position, buffer: new ValueBuffer(this.position), escaped: false }
        return at
      case 'value':
        return this.beginValue(byte, at)
    }
  }

  private beginValue(byte: number, at: number): number {
    const start = this.position
    const isContainer = byte === char.openObject || byte === char.openArray
    this.phase = 'inside'
    if (isContainer && this.listener.enters(this.path())) {
      this.listener.onOpen(this.path())
      const container = byte === char.openObject ? 'object' : 'array'
      this.frames.push({ container, key: container === 'array' ? 0 : '', expects: 'first' })
      return this.advance(at)
    }
    if (byte === char.comma || byte === char.colon || byte === char.closeArray || byte === char.closeObject) {
      return this.break(at)
    }
    const buffer = new ValueBuffer(start)
    if (isContainer) this.capture = { kind: 'nested', start, buffer, depth: 0, inString: false, escaped: false }
    else if (byte === char.quote) this.capture = { kind: 'string', start, buffer, escaped: false }
    else this.capture = { kind: 'scalar', start, buffer }
    return at
  }

  private continueCapture(capture: Capture, bytes: Uint8Array, at: number): number {
    const end = endOfCapture(capture, bytes, at)
    const piece = bytes.subarray(at, end < 0 ? bytes.length : end)
    capture.buffer.append(piece)
    this.position += piece.length
    if (end < 0) return bytes.length
    this.capture = null
    const value = capture.buffer.take()
    if (capture.kind === 'key') this.nameMember(value)
    else this.handOut(value)
    return end
  }

  private nameMember(value: SourceValue): void {
    const frame = this.frames.at(-1)
    if (!frame) return
    frame.key = parseKey(value)
    frame.expects = 'colon'
  }

  private handOut(value: SourceValue): void {
    this.listener.onValue(this.path(), value)
    this.memberDone()
  }

  private close(at: number): number {
    const path = this.path().slice(0, -1)
    this.frames.pop()
    this.listener.onClose(path)
    this.memberDone()
    return this.advance(at)
  }

  private memberDone(): void {
    const frame = this.frames.at(-1)
    if (!frame) {
      this.phase = 'after'
      return
    }
    frame.expects = 'comma'
    if (typeof frame.key === 'number') frame.key += 1
  }

  private path(): Path {
    return this.frames.map((frame) => frame.key)
  }

  private advance(at: number): number {
    this.position += 1
    return at + 1
  }

  private break(at: number): number {
    this.phase = 'broken'
    return at
  }
}

function isEnd(byte: number, frame: Frame): boolean {
  return byte === (frame.container === 'object' ? char.closeObject : char.closeArray)
}

function parseKey(value: SourceValue): string {
  try {
    return String(JSON.parse(value.bytes.toString('utf8')))
  } catch {
    return value.bytes.toString('utf8')
  }
}
