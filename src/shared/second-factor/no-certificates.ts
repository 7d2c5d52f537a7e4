/**
 * Replaces `@peculiar/x509`, and `reflect-metadata` which only that needs, in the bundle (wrangler.toml), a thirtieth of its
 * size. No attestation is requested from browsers, so there is no certificate chain to verify; an unsolicited one is rejected.
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
