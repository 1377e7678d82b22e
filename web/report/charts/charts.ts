import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, MarkLineComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { onSchemeChange, palette } from '../scheme.ts'
import { makeScrollable } from '../scrollable.ts'
import { axisOption } from './axis-option.ts'
import { heightOf, type Picture } from './picture.ts'
import { pieOption } from './pie-option.ts'

// SVG is sharp in print, and needs no style that the content security policy rejects.
use([
  BarChart,
  LineChart,
  PieChart,
  GridComponent,
  MarkLineComponent,
  TitleComponent,
  TooltipComponent,
  LabelLayout,
  SVGRenderer,
])

/** Draws a chart to fit its container, and again whenever the size or the colours change. */
export function draw(element: HTMLElement, container: HTMLElement, picture: Picture) {
  const chart = init(element, null, { renderer: 'svg' })
  const redraw = () => {
    const width = container.clientWidth
    if (width === 0) return
    const needed = heightOf(picture, width)
    element.style.minHeight = needed > 0 ? `${needed}px` : ''
    const height = element.clientHeight
    if (chart.getWidth() !== width || chart.getHeight() !== height) chart.resize({ width, height })
    const colours = palette()
    const size = { width, height }
    const heightAt = (value: number) => chart.convertToPixel({ yAxisIndex: 0 }, value)
    const option =
      'slices' in picture
        ? pieOption(picture, colours, size, element)
        : axisOption(picture, colours, size, { element, heightAt })
    // ECharts would measure labels at the position they were moved to.
    chart.clear()
    chart.setOption(option)
    // Draws at once, because printing does not wait for the next frame.
    chart.getZr().flush()
    // In print the chart is scaled to the width of the page.
    element.querySelector('svg')?.setAttribute('viewBox', `0 0 ${width} ${height}`)
  }
  onSchemeChange(redraw)
  new ResizeObserver(redraw).observe(container)
  makeScrollable(container)
}
