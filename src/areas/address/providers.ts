import { isCountry } from '../../shared/countries.ts'
import { type Item, asRecord, asRecords, asNumber, asText } from '../../shared/outbound/records.ts'
import type { OutboundResponse, OutboundRequest } from '../../shared/outbound/outbound.ts'
import type { Address } from './schemas.ts'

export type Query = {
  q: string
  country?: string[] | undefined
  lang?: string | undefined
  limit: number
  session?: string | undefined
  near?: { lat: number; lon: number } | undefined
}
export type Detail = Pick<Query, 'lang' | 'session'>
export type Send = (request: OutboundRequest) => Promise<OutboundResponse>
/** What a provider suggests, and the reference it needs to look up the full address. */
export type Suggested = { ref: unknown; address: Address }

/** An address provider. `ask` throws unless the response is a success. */
export type AddressProvider = {
  defaultUrl: string
  /** Unusable without an API key. */
  needsKey: boolean
  /** True if its terms allow caching its responses. */
  allowsCaching: boolean
  suggest(send: Send, query: Query, key: string): Promise<Suggested[]>
  details(send: Send, ref: unknown, query: Detail, key: string): Promise<Address>
}

const empty: Address = {
  label: '',
  line1: null,
  line2: null,
  postcode: null,
  city: null,
  region: null,
  country_code: null,
  lat: null,
  lon: null,
}
const line = (value: unknown) => asText(value, 200)
const countryOf = (value: unknown) => {
  const code = (asText(value, 2) ?? '').toUpperCase()
  return isCountry(code) ? code : null
}

const fields = 'formattedAddress,location,postalAddress'
const suggestions = 'suggestions.placePrediction'
const radius = 50_000

function prediction(item: Item): Suggested[] {
  const found = asRecord(item.placePrediction)
  const id = asText(found.placeId, 300)
  const label = asText(asRecord(found.text).text, 300)
  const main = asRecord(asRecord(found.structuredFormat).mainText).text
  return id && label ? [{ ref: id, address: { ...empty, label, line1: line(main) } }] : []
}

/** Google Places (New). Its terms forbid caching its responses. */
export const google: AddressProvider = {
  defaultUrl: 'https://places.googleapis.com',
  needsKey: true,
  allowsCaching: false,
  async suggest(send, { q, country, lang, limit, session, near }, key) {
    const bias = near && { center: { latitude: near.lat, longitude: near.lon }, radius }
    const { json } = await send({
      path: 'v1/places:autocomplete',
      headers: {
        'x-goog-api-key': key,
        'x-goog-fieldmask': ['placeId', 'text.text', 'structuredFormat.mainText.text']
          .map((field) => `${suggestions}.${field}`)
          .join(','),
      },
      body: {
        input: q,
        sessionToken: session,
        ...(lang ? { languageCode: lang } : {}),
        ...(country ? { includedRegionCodes: country } : {}),
        ...(bias ? { locationBias: { circle: bias } } : {}),
      },
    })
    return asRecords(asRecord(json).suggestions).flatMap(prediction).slice(0, limit)
  },
  async details(send, ref, { lang, session }, key) {
    const query = new URLSearchParams({
      ...(session ? { sessionToken: session } : {}),
      ...(lang ? { languageCode: lang } : {}),
    })
    const { json } = await send({
      path: `v1/places/${encodeURIComponent(String(ref))}?${query}`,
      headers: { 'x-goog-api-key': key, 'x-goog-fieldmask': fields },
    })
    const place = asRecord(json)
    const postal = asRecord(place.postalAddress)
    const lines = Array.isArray(postal.addressLines) ? postal.addressLines : []
    const location = asRecord(place.location)
    return {
      label: asText(place.formattedAddress, 300) ?? '',
      line1: line(lines[0]),
      line2: line(lines.slice(1).join(', ')),
      postcode: asText(postal.postalCode, 20),
      city: line(postal.locality),
      region: line(postal.administrativeArea),
      country_code: countryOf(postal.regionCode),
      lat: asNumber(location.latitude),
      lon: asNumber(location.longitude),
    }
  },
}

/** Countries where the house number precedes the street. */
const numberFirst = new Set(['AU', 'CA', 'FR', 'GB', 'IE', 'IN', 'LU', 'NZ', 'PH', 'SG', 'US', 'ZA'])
const supportedLanguages = new Set(['de', 'en', 'fr', 'it'])

function feature(item: Item): Suggested[] {
  const found = asRecord(item.properties)
  const [lon, lat] = (asRecord(item.geometry).coordinates ?? []) as unknown[]
  const country_code = countryOf(found.countrycode)
  const [street, house] = [line(found.street), line(found.housenumber)]
  const parts = numberFirst.has(country_code ?? '') ? [house, street] : [street, house]
  const streetLine = (street ? parts : [line(found.name), house]).filter(Boolean).join(' ') || null
  const address: Address = {
    ...empty,
    line1: streetLine,
    postcode: asText(found.postcode, 20),
    city: line(found.city) ?? (found.type === 'city' ? line(found.name) : null),
    region: line(found.state),
    country_code,
    lat: asNumber(lat),
    lon: asNumber(lon),
  }
  const place = [address.postcode, address.city].filter(Boolean).join(' ')
  const label = [...new Set([line(found.name), streetLine, place, line(found.country)])]
    .filter(Boolean)
    .join(', ')
  return label ? [{ ref: { ...address, label }, address: { ...address, label } }] : []
}

/** Photon, on OpenStreetMap. A suggestion is already the full address, so there is no second lookup. */
export const photon: AddressProvider = {
  defaultUrl: 'https://photon.komoot.io',
  needsKey: false,
  allowsCaching: true,
  async suggest(send, { q, country, lang, limit, near }) {
    const language = lang?.slice(0, 2).toLowerCase() ?? ''
    const query = new URLSearchParams({
      q,
      // It cannot filter by country, so more are fetched and filtered here.
      limit: String(country ? 50 : limit),
      ...(supportedLanguages.has(language) ? { lang: language } : {}),
      ...(near ? { lat: String(near.lat), lon: String(near.lon) } : {}),
    })
    const { json } = await send({ path: `api/?${query}` })
    return asRecords(asRecord(json).features)
      .flatMap(feature)
      .filter(({ address }) => !country || country.includes(address.country_code ?? ''))
      .slice(0, limit)
  },
  details: async (_, ref) => ref as Address,
}
