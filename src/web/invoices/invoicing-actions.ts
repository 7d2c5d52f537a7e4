import { issuerFields, type Settings } from './invoicing-forms.tsx'
import type { ApiRequest } from '../kit/lists.tsx'
import { filled, numberOf } from '../kit/object-actions.tsx'
import type { Form } from '../kit/visit.ts'

const readOnly = new Set(['closed', 'records', 'updated_at'])
/** Saving replaces all settings, so those that the form does not show are sent as they are. */
const saved = (settings: Settings, change: object) => ({
  method: 'PUT',
  path: '/invoice-register/settings',
  body: {
    ...Object.fromEntries(Object.entries(settings).filter(([name]) => !readOnly.has(name))),
    ...change,
  },
})

type Action = { request: (form: Form, settings: Settings) => ApiRequest; formNames?: Form }
/** The forms of the page Invoicing. */
export const actions: Record<string, Action> = {
  issuer: {
    request: (form, settings) =>
      saved(settings, {
        ...Object.fromEntries(
          issuerFields.filter((name) => name in form).map((name) => [name, form[name]!.trim() || null]),
        ),
        issuer_name: form.issuer_name ?? '',
        issuer_tax_id: form.issuer_tax_id?.replaceAll(/\s/g, '') ?? '',
        country: form.country?.trim().toUpperCase() || null,
        version: Number(form.version) || undefined,
      }),
  },
  register: {
    request: (form, settings) =>
      saved(settings, {
        mode: form.mode,
        require_client_tax_id: form.require_client_tax_id === 'yes',
        version: Number(form.version) || undefined,
      }),
  },
  rate: {
    request: ({ rate_name: name = '', rate = '', category, rate_default }) => ({
      path: '/tax-rates',
      body: { name, rate: rate.trim().replace(',', '.'), category, is_default: rate_default === 'yes' },
    }),
    formNames: { name: 'rate_name' },
  },
  'default-rate': {
    request: ({ id = '' }) => ({
      method: 'PATCH',
      path: `/tax-rates/${encodeURIComponent(id)}`,
      body: { is_default: true },
    }),
  },
  'archive-rate': {
    request: ({ id = '' }) => ({ method: 'DELETE', path: `/tax-rates/${encodeURIComponent(id)}` }),
  },
  series: {
    request: (form) => ({
      path: '/invoice-series',
      body: {
        ...filled(form, ['code', 'doc_kind', 'reset_policy']),
        code: form.code?.trim() ?? '',
        name: form.series_name ?? '',
        prefix: form.prefix ?? '',
        is_default: true,
        ...(form.first_number?.trim() && { first_number: numberOf(form.first_number) }),
      },
    }),
    formNames: { name: 'series_name' },
  },
  'default-series': {
    request: ({ id = '' }) => ({
      method: 'PATCH',
      path: `/invoice-series/${encodeURIComponent(id)}`,
      body: { is_default: true },
    }),
  },
  'archive-series': {
    request: ({ id = '' }) => ({
      method: 'PATCH',
      path: `/invoice-series/${encodeURIComponent(id)}`,
      body: { archived: true },
    }),
  },
}
