import { words } from './names.ts';
import { nameWords, secretNameTest } from './secretNameTest.ts';

/** Secret in databases, after any words. */
const secretHere = words(
  'salt otep mfa resettoken cookie keyauth scratchhash pinhash loginhash userhash keyhash codehash codedigest',
  'rememberdigest resetdigest activationdigest confirmationdigest unlockdigest invitedigest tokendigest keydigest',
);

/** Secret as the whole name only: `content_hash` and `email_digest` are none. */
const secretAlone = new Set(words('hash digest key keys pem activation privatepem keypem pubkeypem csrf'));

/** Business data in databases, though calls mask them. */
const innocentHere = words(
  'signature sig sign auth authentication usersig crumb iban accountnumber cardcode accesskeyid storagekey accountkey transactionkey',
  'formkey insertkey hostkey serverkey functionkey functionskey session pan',
);

/** Last words that name a fact about a secret: `password_changed_at`, `token_type`, `access_token_id`. */
const facts = new Set(
  words(
    'at on by date time timestamp day days type kind count counter total expires expired expiry expiration lifetime ttl duration age',
    'period policy policies digits algorithm algo method scheme provider status state enabled disabled required version attempts',
    'failures tries limit length strength level format prefix id ids name names scope scopes issuer url uri path file changed',
    'change gen updated created used usage label title description no rate ratio percent consent notes entry tag tags window set',
  ),
);

/** First words of a yes or no, or of a time: `must_change_password`, `last_password_reset`. */
const questions = new Set(
  words('is has must requires require needs uses use can allow allows force show hide'),
);

/** Facts that are secrets themselves. */
const secretFacts = new Set(words('sessionid secretid'));

/** Last words of names that integers and decimals can be no credential of: counters, foreign keys, grams of salt. */
const neverNumbers = new Set(words('key keys token tokens hash digest salt session cookie cookies'));

/** Columns of a table whose name is a secret: `recovery_codes.code`, `user_private_key.value`. */
const carriers = new Set(words('value code data content payload body text string'));

const isSecretName = secretNameTest(secretHere, innocentHere);

interface ColumnContext {
  /** Name of the table. */
  readonly table?: string;
  /** Of its values; dates and booleans are facts. */
  readonly kind?: 'text' | 'number' | 'fact';
}

/** Whether the values of a column are credentials, by its name: generated tables leave it out. */
export function isSecretColumn(name: string, { table, kind = 'text' }: ColumnContext = {}): boolean {
  const parts = nameWords(name);
  const whole = parts.join('');
  const last = parts.at(-1) ?? '';
  if (kind === 'fact' || (kind === 'number' && neverNumbers.has(last))) return false;
  if (secretAlone.has(whole) || secretFacts.has(whole)) return true;
  if (table !== undefined && carriers.has(whole) && isSecretTable(table)) return true;
  if (parts.length > 1 && (facts.has(last) || questions.has(parts[0] ?? ''))) return false;

  return isSecretName(name);
}

function isSecretTable(table: string): boolean {
  return isSecretName(table.slice(table.lastIndexOf('.') + 1));
}
