import { type PointerEvent, useEffect, useRef } from 'react'

const [width, height] = [600, 300]
/** The service takes as much of a drawing. */
const longest = 40_000

interface Props {
  label: string
  /** A PNG as a data URL. */
  drawing: string | undefined
  set: (drawing: string | undefined) => void
}

/** A sheet to draw on with a finger, a pen or a mouse: always dark on white, as it is kept. */
export function DrawingPad({ label, drawing, set }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  /** What is on the sheet, so that a drawing of our own is not laid over itself. */
  const shown = useRef<string | undefined>(undefined)

  useEffect(() => {
    if (drawing === shown.current) return
    shown.current = drawing
    wipe(canvas.current!)
    if (drawing === undefined) return
    const image = new Image()
    image.onload = () => canvas.current?.getContext('2d')?.drawImage(image, 0, 0, width, height)
    image.src = drawing
  }, [drawing])

  function draw(event: PointerEvent<HTMLCanvasElement>) {
    const sheet = canvas.current!
    if (!sheet.hasPointerCapture(event.pointerId)) return
    const pen = sheet.getContext('2d')!
    const { left, top, width: seen } = sheet.getBoundingClientRect()
    pen.lineTo(((event.clientX - left) * width) / seen, ((event.clientY - top) * width) / seen)
    pen.stroke()
  }

  function begin(event: PointerEvent<HTMLCanvasElement>) {
    if (event.button !== 0 || !event.isPrimary) return
    const sheet = canvas.current!
    if (shown.current === undefined) wipe(sheet)
    sheet.setPointerCapture(event.pointerId)
    const pen = sheet.getContext('2d')!
    Object.assign(pen, { lineWidth: 4, lineCap: 'round', lineJoin: 'round', strokeStyle: '#101410' })
    pen.beginPath()
    draw(event)
  }

  function end(event: PointerEvent<HTMLCanvasElement>) {
    if (!canvas.current!.hasPointerCapture(event.pointerId)) return
    draw(event)
    canvas.current!.releasePointerCapture(event.pointerId)
    shown.current = written(canvas.current!)
    set(shown.current)
  }

  return (
    <div className="pad">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label={`${label}: ${drawing === undefined ? 'nothing is drawn yet' : 'your drawing'}`}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <p className="pad-foot">
        <span className="help">Draw with a finger, a pen or the mouse.</span>
        <button type="button" className="quiet small" onClick={() => set(undefined)}>
          Clear the drawing
        </button>
      </p>
    </div>
  )
}

function wipe(sheet: HTMLCanvasElement) {
  const pen = sheet.getContext('2d')!
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, sheet.width, sheet.height)
}

/** As large as the service takes it: half the size is enough for the wildest hand. */
function written(sheet: HTMLCanvasElement): string {
  let [from, png] = [sheet, sheet.toDataURL('image/png')]
  while (png.length > longest) {
    const smaller = document.createElement('canvas')
    ;[smaller.width, smaller.height] = [from.width / 2, from.height / 2]
    smaller.getContext('2d')!.drawImage(from, 0, 0, smaller.width, smaller.height)
    ;[from, png] = [smaller, smaller.toDataURL('image/png')]
  }
  return png
}
