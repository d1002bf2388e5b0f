import { randomUUID } from 'node:crypto';
import type { LockedPackage } from './lockedPackages.ts';

/** A bill of materials (CycloneDX 1.6, JSON) of what a program consists of besides itself. */
export function sbom(name: string, version: string, packages: readonly LockedPackage[]): object {
  const self = `${name}@${version}`;

  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { type: 'application', 'bom-ref': self, name, version, purl: purl(name, version) },
    },
    components: packages.map(component),
  };
}

function component({ name, version, license, integrity }: LockedPackage): object {
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: purl(name, version),
    ...(license === '' ? {} : { licenses: [{ expression: license }] }),
    ...(integrity === '' ? {} : { hashes: [hash(integrity)] }),
  };
}

function hash(integrity: string): object {
  const [algorithm = '', content = ''] = integrity.split('-');

  return {
    alg: algorithm === 'sha512' ? 'SHA-512' : algorithm,
    content: Buffer.from(content, 'base64').toString('hex'),
  };
}

function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}
