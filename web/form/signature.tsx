import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { maxDrawingLength } from '../../src/forms/logic/check.ts'
import { describedBy, type FieldProps } from './frame.tsx'
import { idOf } from './ids.ts'

const isDrawing = (value: unknown): boolean => typeof value === 'string' && value.startsWith('data:')

/** A typed name or a drawing. Typing works on every device, so it is the default. */
export function Signature({ field, value, error, set }: FieldProps) {
  const [way, setWay] = useState<'type' | 'draw'>(isDrawing(value) ? 'draw' : 'type')
  // Keeps the other kind of signature, for when the person switches back.
  const [other, setOther] = useState<unknown>(undefined)
  const choose = (chosen: 'type' | 'draw') => {
    if (chosen === way) return
    setWay(chosen)
    setOther(value)
    set(other)
  }
  return (
    <>
      <div className="choices row">
        <Way name={field.key} label="Type it" isOn={way === 'type'} choose={() => choose('type')} />
        <Way
          name={field.key}
          label="Draw it"
          isOn={way === 'draw'}
          choose={() => choose('draw')}
          id={way === 'draw' ? idOf(field.key) : undefined}
        />
      </div>
      {way === 'type' ? (
        <input
          type="text"
          id={idOf(field.key)}
          dir="auto"
          className="signed"
          autoComplete="name"
          aria-label={`${field.label}: your full name`}
          aria-required={field.required}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(field, error)}
          placeholder={field.placeholder ?? 'Your full name'}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => set(target.value)}
        />
      ) : (
        <DrawingPad label={field.label} drawing={isDrawing(value) ? (value as string) : undefined} set={set} />
      )}
    </>
  )
}

interface WayProps {
  name: string
  label: string
  isOn: boolean
  choose: () => void
  id?: string | undefined
}
const Way = ({ name, label, isOn, choose, id }: WayProps) => (
  <label className="choice">
    <input type="radio" name={`way-${name}`} id={id} checked={isOn} onChange={choose} />
    <span>{label}</span>
  </label>
)

const [width, height] = [600, 300]

interface DrawingPadProps {
  label: string
  /** A PNG as a data URL. */
  drawing: string | undefined
  set: (drawing: string | undefined) => void
}

/** A canvas to draw on with a finger, a pen or a mouse: always dark on white, as it is stored. */
export function DrawingPad({ label, drawing, set }: DrawingPadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  /** The drawing on the canvas, so that our own drawing is not drawn again. */
  const displayed = useRef<string | undefined>(undefined)

  useEffect(() => {
    if (drawing === displayed.current) return
    displayed.current = drawing
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
    // A disabled fieldset does not disable a canvas.
    if (sheet.closest('fieldset[disabled]')) return
    if (displayed.current === undefined) wipe(sheet)
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
    displayed.current = encode(canvas.current!)
    set(displayed.current)
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

/**
 * The drawing as PNG within the service's limit. Four shades of grey reduce a signature to a third of its size without a visible
 * difference. A drawing that is still too large is scaled down.
 */
function encode(sheet: HTMLCanvasElement): string {
  const copy = document.createElement('canvas')
  let png = ''
  for (let size = 1; png === '' || png.length > maxDrawingLength; size *= 0.85) {
    ;[copy.width, copy.height] = [Math.round(width * size), Math.round(height * size)]
    const pen = copy.getContext('2d')!
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(sheet, 0, 0, copy.width, copy.height)
    const image = pen.getImageData(0, 0, copy.width, copy.height)
    image.data.forEach((value, i) => {
      image.data[i] = Math.round(value / 85) * 85
    })
    pen.putImageData(image, 0, 0)
    png = copy.toDataURL('image/png')
  }
  return png
}
