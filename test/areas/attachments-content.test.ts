import { describe, expect, test } from 'vitest'
import { pdf, png } from '../../scripts/drawing.ts'
import { inspectFile } from '../../src/shared/files/content.ts'
import { disposition, safeName, typesOf } from '../../src/shared/files/names.ts'
import { rangeOf } from '../../src/endpoints/files/ranges.ts'
import { gif, jpeg, latin, webp } from '../kit/pictures.ts'

const dot = new Uint8Array(png(3, 2, () => [1, 2, 3]))
const paper = new Uint8Array(pdf(['Hello']))
const verdict = (bytes: Uint8Array) => inspectFile(bytes, true)

describe('the type of a file', () => {
  test.each([
    ['PNG', dot, 'image/png', { width: 3, height: 2 }],
    ['GIF', gif(500, 300), 'image/gif', { width: 500, height: 300 }],
    ['JPEG', jpeg(640, 480), 'image/jpeg', { width: 640, height: 480 }],
    ['progressive JPEG', jpeg(641, 479, 0xc2), 'image/jpeg', { width: 641, height: 479 }],
    [
      'JPEG behind 200 kB of a camera',
      jpeg(640, 480, 0xc0, 200_000),
      'image/jpeg',
      { width: 640, height: 480 },
    ],
    ['lossy WEBP', webp('VP8 ', 320, 240), 'image/webp', { width: 320, height: 240 }],
    ['lossless WEBP', webp('VP8L', 321, 241), 'image/webp', { width: 321, height: 241 }],
    ['extended WEBP', webp('VP8X', 11_999, 12_000), 'image/webp', { width: 11_999, height: 12_000 }],
    ['PDF', paper, 'application/pdf', null],
  ])('is determined by its bytes: %s', (_, bytes, type, side) => {
    expect(verdict(bytes)).toEqual({ type, side })
  })

  test.each([
    ['SVG', latin('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', latin('<!doctype html><script>alert(1)</script>')],
    ['ZIP', latin('PK\x03\x04rest')],
    ['text', latin('hello')],
    ['a PDF that starts later', latin(`\n${Buffer.from(paper).toString('latin1')}`)],
    ['BMP', latin('BM______')],
    ['the magic bytes of a truncated PNG', dot.slice(0, 7)],
    ['WAV, which is RIFF too', latin('RIFF____WAVEfmt ')],
  ])('is none of the five: %s', (_, bytes) => {
    expect(verdict(bytes)).toEqual({ refused: 'the bytes are neither PNG, JPEG, WEBP, GIF nor PDF' })
  })

  test.each([
    ['GIF that is a script', latin('GIF89a\x01\x00\x01\x00\x00\x00\x00/*<script>*/')],
    ['PDF that is a page', latin('%PDF-1.4\n<html><body onload=alert(1)>')],
    ['PDF that is an archive', latin('%PDF-1.4\nPK\x03\x04')],
    ['picture that is a PDF', latin(`${Buffer.from(gif(1, 1)).toString('latin1')}%PDF-1.4`)],
    ['picture that is a program', latin('GIF89a\x01\x00\x01\x00\x00\x00\x00<?php system($_GET[0]);')],
  ])('is unknown if it could be two: %s', (_, bytes) => {
    expect(verdict(bytes)).toEqual({ refused: 'the bytes are several kinds of file at once' })
  })

  test.each([
    ['PNG without a header', latin('\x89PNG\r\n\x1a\n____IDAT________'), 'PNG'],
    ['truncated PNG', dot.slice(0, 20), 'PNG'],
    ['JPEG without a frame', latin('\xff\xd8\xff\xd9'), 'JPEG'],
    ['JPEG whose scan comes first', latin('\xff\xd8\xff\xda\x00\x02_________'), 'JPEG'],
    ['JPEG that loses its markers', latin('\xff\xd8\xff\xe0\x00\x02xxxxxxxxxxx'), 'JPEG'],
    ['JPEG that does not advance', latin('\xff\xd8\xff\xe0\x00\x00xxxxxxxxxxx'), 'JPEG'],
    ['GIF of zero width', gif(0, 5), 'GIF'],
    ['WEBP of an unknown kind', webp('VP9 ', 5, 5), 'WEBP'],
    ['lossless WEBP without its mark', latin(`RIFF____WEBPVP8L____\x00${'_'.repeat(20)}`), 'WEBP'],
  ])('is rejected if its size cannot be read: %s', (_, bytes, kind) => {
    expect(verdict(bytes)).toEqual({ refused: `the bytes are no whole ${kind}` })
  })

  test.each([
    [12_001, 1],
    [1, 12_001],
    [2 ** 32 - 1, 5],
  ])('has at most 12000 pixels a side: not %i x %i', (width, height) => {
    const header = new Uint8Array(dot)
    new DataView(header.buffer).setUint32(16, width)
    new DataView(header.buffer).setUint32(20, height)
    expect(verdict(header)).toEqual({
      refused: `the image is ${width} x ${height} pixels; at most 12000 a side`,
    })
    expect(verdict(gif(12_000, 12_000))).toMatchObject({ side: { width: 12_000 } })
  })

  test('is determined as soon as enough bytes are read, from at most 1 MiB', () => {
    const photo = jpeg(640, 480, 0xc0, 200_000)
    expect([inspectFile(photo.slice(0, 512), false), inspectFile(photo.slice(0, 4096), false)]).toEqual([
      'more',
      'more',
    ])
    expect(inspectFile(photo.slice(0, photo.length - 6), false)).toMatchObject({ type: 'image/jpeg' })
    const endless = jpeg(640, 480, 0xc0, 1_200_000).slice(0, 1024 * 1024)
    expect(inspectFile(endless, false)).toEqual({ refused: 'the bytes are no whole JPEG' })
  })
})

describe('a file name', () => {
  test.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\Users\\ada\\offer.pdf', 'offer.pdf'],
    ['a\r\nSet-Cookie: x=1.png', 'aSet-Cookie_ x=1.png'],
    ['invoice\u202Egpj.pdf', 'invoicegpj.pdf'],
    ['\u200B\uFEFFzero\u00AD width.png', 'zero width.png'],
    ['  .hidden.png ', 'hidden.png'],
    ['trailing.pdf. . ', 'trailing.pdf'],
    ['con.png', '_con.png'],
    ['a<b>:"|?*.png', 'a_b______.png'],
    ['Angebot für Zoë 発注.pdf', 'Angebot für Zoë 発注.pdf'],
    ['e\u0301.png', '\u00E9.png'],
    ['\u202E\u0007/', ''],
    ['..', ''],
  ])('%j is stored as %j', (overrides, kept) => {
    expect(safeName(overrides)).toBe(kept)
  })

  test('has at most 180 characters and keeps its extension', () => {
    const name = safeName(`${'x'.repeat(500)}.pdf`)
    expect([name.length, name.slice(-5)]).toEqual([180, 'x.pdf'])
    expect(Array.from(safeName('😀'.repeat(500))).length).toBe(180)
  })

  test('determines the possible types', () => {
    expect(typesOf('photo.JPEG')).toEqual(['image/jpeg'])
    expect(typesOf('page.html.pdf')).toEqual(['application/pdf'])
    expect(typesOf('page.pdf.html')).toEqual([])
    expect(typesOf('photo')).toHaveLength(5)
  })

  test('cannot break out of its header', () => {
    const name = 'a"; filename=evil.html\\\r\nx%22é😀\'(1).png'
    const header = disposition('attachment', name)
    expect(header).toMatch(/^attachment; filename="[^"\\\r\n%]*"; filename\*=UTF-8''[\w.%~!*-]+$/)
    expect(decodeURIComponent(header.split("UTF-8''")[1]!)).toBe(name)
    expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header)
  })
})

test.each([
  ['bytes=0-9', 0, 10],
  ['bytes=90-', 90, 10],
  ['bytes=-5', 95, 5],
  ['bytes=90-500', 90, 10],
  ['bytes=-500', 0, 100],
])('the range %s of 100 bytes starts at %i and has %i', (header, offset, length) => {
  expect(rangeOf(header, 100)).toEqual({ offset, length })
})

test.each([
  'bytes=100-',
  'bytes=5-2',
  'bytes=-0',
  'bytes=-',
  'bytes=0-1,3-4',
  'lines=1-2',
  'bytes=a-b',
  undefined,
])('the range %s is ignored', (header) => {
  expect(rangeOf(header, 100)).toBeUndefined()
})
