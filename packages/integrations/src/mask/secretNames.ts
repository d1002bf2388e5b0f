import { remembered } from './remembered.ts';

/**
 * Names whose values are secrets, without separators and in lower case. A name counts with words before it, too:
 * `x-api-key`, `shop_api_key`.
 */
const secretNames = [
  'password passwort passwd passphrase passcode pass pwd pw pin secret token tokens jwt bearer psk',
  'authorization auth authentication credential credentials cookie cookies setcookie apiv3key',
  'session sessionid sid csrf xsrf otp totp signature sig paysign hmac',
  'codeverifier clientassertion assertion samlresponse jsapiticket verifyticket suiteticket',
  'mfacode otpcode verificationcode securitycode authcode authorizationcode devicecode recoverycode bindingcode oobcode',
  'accesscode logincode smscode jscode permanentcode accesslicense accesslicensenumber encodingaeskey cvv cvc cvv2 cvc2 csc',
  'cardnumber ccnumber creditcard pan iban accountnumber ssn socialsecuritynumber',
  'connectionstring connectionstrings dsn accesskeyid clientkeydata appticket',
  'backupcode twofactorcode onetimecode cardcode securityanswer oauthverifier rememberme usersig samlart dpop mysapsso2',
  'crumb wpnonce authsalt hashsalt noncesalt passwordsalt jfrogartapi ovhconsumer firebaseappcheck',
]
  .join(' ')
  .split(' ');

/** Whose key is a secret. A key by itself is more often one of a table, a cache or a list. */
const keyOwners = [
  'api app application auth access secret private signing signature encryption crypt aes hmac master shared preshared',
  'session subscription account storage client consumer server functions function host sas merchant mch transaction',
  'deploy admin integration license activation instrumentation ssh security pass encrypt unseal tran servicerole form ws',
  'insert loggedin',
]
  .join(' ')
  .split(' ');

/** Parts that make a secret of any name they are in, also in the middle of a word. */
const secretParts =
  /password|passwd|passphrase|secret(?!ar(?:y|i)|ion|ive|ed?$)|apikey|accesskey|privatekey|accesstoken|refreshtoken|authtoken|bearertoken|sessiontoken|idtoken|sessionid|authorization|credential|cardnumber|creditcard/;

/** Endings of the last word of a name written as one word: `csrfmiddlewaretoken`, `dbpass`, `phpsessid`. */
const secretEnding =
  /(?:tokens?|pass|pwd|pw|psk|jwt|sessid|sesskey|cookie|signature|hmac|cvv|cvc|(?<!o)auth|(?:api|app|auth|signing|encryption|master|shared|client|consumer|account|storage|session|subscription|merchant|license)keys?)$/;

/** Words that only end like that. */
const innocentEnding = /(?:com|by|tres|sur|over|under|low|high|band|boarding)pass$/;

/** Tokens that language models and rate limits count. */
const countedTokens =
  /(?:max|min|total|prompt|completion|input|output|cached?|reasoning|thinking|remaining|limit|used|count)tokens$/;

/** Words that may follow the name of a secret: `x-hub-signature-256`, `token_value`, `pin_code`. */
const trailingWord = /^(?:sha\d{0,3}|md5|ed25519|256|384|512|v\d{1,2}|value|number|code|primary|secondary)$/;

/**
 * Names that are secrets in one place only: keys of addresses, as Google and Trello take them, and the code of a grant of
 * OAuth.
 */
const placedNames = { address: 'key', grant: 'code' } as const;

/** Alipay and WeChat call their signatures so; after other words it is rather a call sign, or a sign of the zodiac. */
const onlySign = /(?:^|[[.:])sign\]?$/i;

const longestName = 256;

/** @param place where the name is used; some names are secrets in one place only */
export type IsSecretName = (name: string, place?: keyof typeof placedNames) => boolean;

/** Makes the test whether a value is a secret by its name, in any spelling: access_token, accessToken, ACCESS-TOKEN. */
export function secretNameTest(keys: readonly string[] = [], except: readonly string[] = []): IsSecretName {
  const exempt = new Set(except.map(flat));
  const names = new Set(
    [...secretNames, ...keyOwners.map((owner) => `${owner}key`), ...keys.map(flat)].filter(
      (name) => name !== '' && !exempt.has(name),
    ),
  );
  /** Headers come in lower case, and so written together: `encryptedsecuritycode`. */
  const longNames = [...names].filter((name) => name.length >= 8);
  const isKnownSecret = remembered(isSecret, { most: 5_000, longest: 64 });

  return (name, place) => (place !== undefined && isPlaced(name, placedNames[place])) || isKnownSecret(name);

  function isPlaced(name: string, placed: string): boolean {
    return name.length === placed.length && name.toLowerCase() === placed && !exempt.has(placed);
  }

  function isSecret(name: string): boolean {
    const words = wordsOf(name.length > longestName ? name.slice(-longestName) : name);
    const whole = words.join('');
    if (exempt.has(whole) || (countedTokens.test(whole) && !names.has(whole))) return false;
    if (onlySign.test(name) || secretParts.test(whole)) return true;

    for (let end = words.length; end > 0; end -= 1) {
      const last = words[end - 1] ?? '';
      const before = words.slice(0, end - 1);
      if ([last, ...otherForms(last)].some((form) => endsWithSecret(before, form))) return true;
      if (!trailingWord.test(last)) return false;
    }
    return false;
  }

  /** @param last the last of the words, of which `before` are those before it */
  function endsWithSecret(before: readonly string[], last: string): boolean {
    if (secretEnding.test(last) && !innocentEnding.test(last) && !exempt.has(last)) return true;
    if (longNames.some((name) => last.endsWith(name)) && !exempt.has(last)) return true;

    for (let suffix = last, at = before.length; ; at -= 1) {
      if (names.has(suffix)) return true;
      if (at === 0) return false;
      suffix = `${before[at - 1]}${suffix}`;
    }
  }
}

/** One of several: `pass2`, `api_keys`, `backup_codes`. */
function otherForms(word: string): string[] {
  const numbered = /^(\p{L}{3,})[1-9]\d?$/u.exec(word)?.[1];
  const plural = /^(.*(?:key|code))s$/.exec(word)?.[1];

  return [numbered, plural].filter((form) => form !== undefined);
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function flat(name: string): string {
  return wordsOf(name).join('');
}
