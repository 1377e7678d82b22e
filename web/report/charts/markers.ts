/** The marker of a line by its colour index, for readers who cannot tell the colours apart. Corners in percent. */
const corners: readonly (readonly [x: number, y: number][] | undefined)[] = [
  undefined,
  [
    [8, 8],
    [92, 8],
    [92, 92],
    [8, 92],
  ],
  [
    [50, 4],
    [100, 94],
    [0, 94],
  ],
  [
    [50, -6],
    [106, 50],
    [50, 106],
    [-6, 50],
  ],
  [
    [0, 6],
    [100, 6],
    [50, 96],
  ],
  [
    [33, 0],
    [67, 0],
    [67, 33],
    [100, 33],
    [100, 67],
    [67, 67],
    [67, 100],
    [33, 100],
    [33, 67],
    [0, 67],
    [0, 33],
    [33, 33],
  ],
  [
    [50, 0],
    [100, 38],
    [81, 100],
    [19, 100],
    [0, 38],
  ],
  [
    [20, 0],
    [50, 30],
    [80, 0],
    [100, 20],
    [70, 50],
    [100, 80],
    [80, 100],
    [50, 70],
    [20, 100],
    [0, 80],
    [30, 50],
    [0, 20],
  ],
  [
    [0, 30],
    [100, 30],
    [50, 100],
  ],
  [
    [0, 30],
    [100, 30],
    [100, 70],
    [0, 70],
  ],
]

export function symbolOf(colourIndex = 0): string {
  const shape = corners[colourIndex]
  return shape ? `path://M${shape.map((corner) => corner.join(' ')).join('L')}Z` : 'circle'
}

/** Clips an element to the same shape. */
export function clipToMarker(element: HTMLElement, colourIndex = 0) {
  const shape = corners[colourIndex]
  if (shape) element.style.clipPath = `polygon(${shape.map(([x, y]) => `${x}% ${y}%`).join(', ')})`
  element.style.borderRadius = shape ? '0' : '50%'
}
