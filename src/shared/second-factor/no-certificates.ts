/**
 * Stands in for `@peculiar/x509`, and `reflect-metadata` which only that needs, in the bundle (wrangler.toml), where they
 * would be a thirtieth of everything. Browsers are asked for no attestation, so no chain of certificates is there to be
 * checked; one that comes unasked, of a format with roots, is refused.
 */
function NoCertificates(): never {
  throw new Error('chains of certificates are not checked here')
}

export {
  NoCertificates as AuthorityKeyIdentifierExtension,
  NoCertificates as CRLDistributionPointsExtension,
  NoCertificates as SubjectKeyIdentifierExtension,
  NoCertificates as X509Certificate,
  NoCertificates as X509ChainBuilder,
  NoCertificates as X509Crl,
}
