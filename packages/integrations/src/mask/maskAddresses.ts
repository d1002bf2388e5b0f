import { masked } from './masked.ts';
import { secretsIn } from './maskForm.ts';
import type { IsSecretName } from './secretNames.ts';

/** From the query or the fragment of an address to its end. */
const queries = /[?#][^\s"'<>`]+/g;
const pairs = /([?&#;])(key|code)=([^&#;]+)/gi;

/** Masks what is a secret in addresses only, of addresses within a text. */
export function maskAddresses(text: string, isSecretName: IsSecretName): string {
  return /[?&#;](?:key|code)=/i.test(text)
    ? text.replace(queries, (query) => maskQuery(query, isSecretName))
    : text;
}

function maskQuery(query: string, isSecretName: IsSecretName): string {
  const isSecret = secretsIn(query.slice(1).replaceAll('&amp;', '&'), isSecretName, 'address');

  return query.replace(pairs, (pair, before: string, name: string) =>
    isSecret(name) ? `${before}${name}=${masked}` : pair,
  );
}
