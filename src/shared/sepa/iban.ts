import {
  electronicFormatIBAN,
  isSEPACountry,
  isValidBIC,
  validateIBAN,
  ValidationErrorsIBAN,
} from 'ibantools'

/** An IBAN in electronic format: capital letters, no spaces. */
export const electronicIban = (iban: string) => electronicFormatIBAN(iban) ?? ''

const reasons: Partial<Record<ValidationErrorsIBAN, string>> = {
  [ValidationErrorsIBAN.NoIBANProvided]: 'is missing',
  [ValidationErrorsIBAN.NoIBANCountry]: 'begins with no country that has IBANs',
  [ValidationErrorsIBAN.WrongBBANLength]: 'has not as many characters as IBANs of its country have',
  [ValidationErrorsIBAN.WrongBBANFormat]: 'has letters or digits where its country does not have them',
}

/** What is wrong with an IBAN, or undefined: its country, its length, its form, its check digits (ISO 13616). */
export function ibanProblem(iban: string): string | undefined {
  const { valid, errorCodes } = validateIBAN(electronicIban(iban))
  if (valid) return undefined
  const first = errorCodes.find((code) => reasons[code])
  return first === undefined ? 'has wrong check digits; look for a mistyped character' : reasons[first]
}

/** Whether SEPA credit transfers reach an account. */
export const isSepaIban = (iban: string) => isSEPACountry(electronicIban(iban).slice(0, 2))

export const isBic = (bic: string) => isValidBIC(bic)
