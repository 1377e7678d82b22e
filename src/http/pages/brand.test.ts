import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { packageRoot } from '../../process/version.ts'
import { stylesheetNamed, tonesOf } from './brand.ts'
import { contrast } from './colour.ts'

const css = readFileSync(new URL('web/shared/frame.css', packageRoot), 'utf8')
const [lightCss, darkCss] = css.split('@media screen and (prefers-color-scheme: dark)') as [string, string]
const backgroundsIn = (part: string) =>
  ['paper', 'raised', 'sunk'].map((name) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(part)![1]!)
const textIn = (part: string) => /--text: (#[0-9a-f]{6});/.exec(part)![1]!

test('any colour gives links, buttons and chosen fields that are readable in both schemes', () => {
  const any = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  const extremes = ['#000000', '#ffffff', '#ffff00', '#0000ff', '#ff0000', '#00ff00', '#808080'].map((one) => [one])
  fc.assert(
    fc.property(any, (colour) => {
      const { light, dark } = tonesOf(colour)
      for (const [{ accent, hovered, soft, text }, part] of [
        [light, lightCss],
        [dark, darkCss],
      ] as const) {
        for (const background of backgroundsIn(part)) assert.ok(contrast(accent, background) >= 4.5, background)
        assert.ok(contrast(text, accent) >= 4.5, 'on a button')
        assert.ok(contrast(text, hovered) >= 4.5, 'on a hovered button')
        assert.ok(contrast(textIn(part), soft) >= 7, 'on a chosen field')
        assert.ok(contrast(accent, soft) >= 3, 'the edge of a chosen field')
      }
    }),
    { examples: extremes as [string][] },
  )
})

test('a colour that is readable stays as it is', () => {
  assert.equal(tonesOf('#1f6f54').light.accent, '#1f6f54')
  assert.equal(tonesOf('#8fd19f').dark.accent, '#8fd19f')
})

test('only the exact name of a stylesheet has content', () => {
  for (const file of ['1f6f54.css', '1f6f54-.css', '1F6F54-aaaaaaaaaa.css', '', '../x', '1f6f54-aaaaaaaaaa.css'])
    assert.equal(stylesheetNamed(file), undefined, file)
})
