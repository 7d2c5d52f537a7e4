/**
 * Replaces in the bundle (wrangler.toml) the packages that read certificates, a twentieth of its size. No attestation is
 * requested from browsers, so there is no certificate to verify; an unsolicited one is rejected.
 */
function NoCertificates(): never {
  throw new Error('certificates are not checked here')
}
/** Equals no object identifier. */
const none = ''
/** Constants of `@peculiar/asn1-ecc` are made of it; nothing reads them. */
const AlgorithmIdentifier = Object

// `@peculiar/x509`, and `reflect-metadata`, which only that needs
export {
  NoCertificates as AuthorityKeyIdentifierExtension,
  NoCertificates as CRLDistributionPointsExtension,
  NoCertificates as SubjectKeyIdentifierExtension,
  NoCertificates as X509Certificate,
  NoCertificates as X509ChainBuilder,
  NoCertificates as X509Crl,
}
// `@peculiar/asn1-x509`
export {
  AlgorithmIdentifier,
  NoCertificates as BasicConstraints,
  NoCertificates as Certificate,
  NoCertificates as ExtendedKeyUsage,
  NoCertificates as SubjectAlternativeName,
  none as id_ce_basicConstraints,
  none as id_ce_extKeyUsage,
  none as id_ce_subjectAltName,
}
// `@peculiar/asn1-x509-post-quantum`, `@peculiar/asn1-android` and `@peculiar/asn1-rsa`
export {
  none as id_ml_dsa_44,
  none as id_ml_dsa_65,
  none as id_ml_dsa_87,
  none as id_ce_keyDescription,
  NoCertificates as KeyDescription,
  none as id_rsaEncryption,
  none as id_sha1WithRSAEncryption,
  none as id_sha256WithRSAEncryption,
  none as id_sha384WithRSAEncryption,
  none as id_sha512WithRSAEncryption,
  NoCertificates as RSAPublicKey,
}
