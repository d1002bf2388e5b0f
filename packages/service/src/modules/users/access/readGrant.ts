import { type Grant, type GrantRefusal, limitedTo, type ReadGrant } from '../../../kernel/access/Grant.ts';
import type { KnownUser, UserDirectory } from '../../../kernel/access/User.ts';
import { mayImpersonate } from '../userRules.ts';
import type { ApiKeyOwners } from './apiKeyOwners.ts';

/** The user with the rights of a grant whose API key, if any, is valid. */
export async function rightsOf(
  users: Pick<UserDirectory, 'find'>,
  { id, apiKey, impersonatedBy }: Grant,
): Promise<KnownUser | GrantRefusal> {
  const known = await users.find(id);
  if (known === null) return 'user';
  if (impersonatedBy !== null && !mayImpersonate(await users.find(impersonatedBy), known)) {
    return 'impersonation';
  }

  return limitedTo(known, apiKey?.permissions ?? null);
}

/** Reads grants of earlier requests: their API keys may have been deleted, expired or limited further. */
export function createReadGrant(
  users: Pick<UserDirectory, 'find'>,
  keys: Pick<ApiKeyOwners, 'findById'>,
): ReadGrant {
  return async (grant) => {
    if (grant.apiKey === null) return rightsOf(users, grant);
    const key = await keys.findById(grant.apiKey.id);
    if (key === null || key.userId !== grant.id) return 'api-key';
    const known = await rightsOf(users, grant);

    return typeof known === 'string' ? known : limitedTo(known, key.permissions);
  };
}
