import { ownText } from './ownText.ts';

/**
 * Names whose values are secrets, without separators and in lower case. A name counts with words before it, too:
 * `x-api-key`, `shop_api_key`.
 */
const secretNames = [
  'password passwort passwd passphrase passcode pass pwd pin secret token tokens jwt bearer',
  'apikey accesskey accesskeyid secretkey privatekey signingkey encryptionkey authkey masterkey sharedkey sessionkey',
  'subscriptionkey authorization auth authentication credential credentials cookie cookies setcookie',
  'session sessionid sid csrf xsrf otp totp mfacode otpcode verificationcode securitycode authcode authorizationcode',
  'codeverifier clientassertion assertion samlresponse signature sig hmac cvv cvc cvv2 cvc2 csc cardnumber ccnumber',
  'creditcard pan iban accountnumber ssn socialsecuritynumber connectionstring dsn',
]
  .join(' ')
  .split(' ');

/** Words that make a secret of any name they are in. */
const secretWords = new Set(['password', 'passwords', 'passwd', 'passphrase', 'secret', 'secrets']);

/** The same, also in the middle of a word: for names without separators. */
const secretParts =
  /password|passwd|passphrase|apikey|accesskey|secretkey|privatekey|accesstoken|refreshtoken|authtoken|bearertoken|sessiontoken|idtoken|clientsecret|authorization|credential|cardnumber|creditcard/;

/** What may follow the name of a secret without being a part of it: `x-hub-signature-256`, `token_value`, `pin_code`. */
const trailingWord = /^(?:sha\d{0,3}|md5|256|384|512|v\d{1,2}|value|number|code)$/;

const longestName = 256;

export type IsSecretName = (name: string) => boolean;

/** Tells by its name whether a value is a secret, whatever the spelling: access_token, accessToken, ACCESS-TOKEN. */
export function secretNameTest(keys: readonly string[] = [], except: readonly string[] = []): IsSecretName {
  const exempt = new Set(except.map(flat));
  const names = new Set(
    [...secretNames, ...keys.map(flat)].filter((name) => name !== '' && !exempt.has(name)),
  );
  const known = new Map<string, boolean>();

  return (name) => {
    const answer = known.get(name);
    if (answer !== undefined) return answer;
    const secret = isSecret(name);
    if (known.size >= 5_000) known.clear();
    if (name.length <= 64) known.set(ownText(name), secret);

    return secret;
  };

  function isSecret(name: string): boolean {
    const words = wordsOf(name.length > longestName ? name.slice(-longestName) : name);
    const whole = words.join('');
    if (exempt.has(whole)) return false;
    if (secretParts.test(whole) || words.some((word) => secretWords.has(word))) return true;

    for (let end = words.length; end > 0; end -= 1) {
      if (endsWithSecret(words, end)) return true;
      if (!trailingWord.test(words[end - 1] ?? '')) return false;
    }
    return false;
  }

  /** Whether the words before `end` do. */
  function endsWithSecret(words: readonly string[], end: number): boolean {
    for (let suffix = '', at = end - 1; at >= 0; at -= 1) {
      suffix = `${words[at]}${suffix}`;
      if (names.has(suffix)) return true;
    }
    return false;
  }
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function flat(name: string): string {
  return wordsOf(name).join('');
}
