import { electronicFormatIBAN, isValidIBAN } from 'ibantools'

/** An IBAN as machines write it: capital letters, without spaces and hyphens. */
export const plainIban = (text: string): string => electronicFormatIBAN(text) ?? ''

/** True for an IBAN whose country, length and check digits (ISO 13616, mod 97) are right, however it is spaced. */
export const isIban = (text: string): boolean => isValidIBAN(plainIban(text))
