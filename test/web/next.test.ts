import { describe, expect, test } from 'vitest'
import { safeNext } from '../../src/web/kit/next.ts'

describe('the redirect target after signing in', () => {
  test.each([
    ['/dashboard', '/dashboard'],
    ['/settings/keys?org=1&done=revoked', '/settings/keys?org=1&done=revoked'],
    [
      '/oauth/consent?rid=0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70',
      '/oauth/consent?rid=0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70',
    ],
    ['/a%20b?q=%2F%2Fevil.example', '/a%20b?q=%2F%2Fevil.example'],
    ['/x#part', '/x'],
    ['/a/../b', '/b'],
  ])('%s is a path of this service', (url, wanted) => expect(safeNext(url)).toBe(wanted))

  test.each([
    undefined,
    '',
    'dashboard',
    'https://evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '///evil.example',
    '/%2fevil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '/%5Cevil.example',
    '/%252fevil.example',
    '/%25252fevil.example',
    '/%09/evil.example',
    '/%0a/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2e%2e//evil.example',
    '/.%2f/evil.example',
    '/a/%2e%2e/%2fevil.example',
    '/x\\..\\evil',
    '/%',
    '/%ff%fe',
    `/${'a'.repeat(2000)}`,
    '/a\u0000b',
    '//service.test@evil.example',
    '/\u0085/evil.example',
  ])('%j is refused', (url) => expect(safeNext(url)).toBeNull())
})
