/**
 * Secret names, without separators and in lower case. Other words may precede them: `x-api-key`, `shop_api_key`.
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

/** Words before `key` that make it secret. `key` alone is usually that of a table, a cache or a list. */
const keyOwners = [
  'api app application auth access secret private signing signature encryption crypt aes hmac master shared preshared',
  'session subscription account storage client consumer server functions function host sas merchant mch transaction',
  'deploy admin integration license activation instrumentation ssh security pass encrypt unseal tran servicerole form ws',
  'insert loggedin',
]
  .join(' ')
  .split(' ');

/** Parts that make any name secret, also within a word. */
const secretParts =
  /password|passwd|passphrase|secret(?!ar(?:y|i)|ion|ive|ed?$)|apikey|accesskey|privatekey|accesstoken|refreshtoken|authtoken|bearertoken|sessiontoken|idtoken|sessionid|authorization|credential|cardnumber|creditcard/;

/** Secret endings of a name written as one word: `csrfmiddlewaretoken`, `dbpass`, `phpsessid`. */
const secretEnding =
  /(?:tokens?|pass|pwd|pw|psk|jwt|sessid|sesskey|cookie|signature|hmac|cvv|cvc|(?<!o)auth|(?:api|app|auth|signing|encryption|master|shared|client|consumer|account|storage|session|subscription|merchant|license)keys?)$/;

/** Words with such an ending that are not secret. */
const innocentEnding = /(?:com|by|tres|sur|over|under|low|high|band|boarding)pass$/;

/** Tokens that language models and rate limits count. */
const countedTokens =
  /(?:max|min|total|prompt|completion|input|output|cached?|reasoning|thinking|remaining|limit|used|count)tokens$/;

/** Words that may follow a secret name: `x-hub-signature-256`, `token_value`, `pin_code`. */
const trailingWord = /^(?:sha\d{0,3}|md5|ed25519|256|384|512|v\d{1,2}|value|number|code|primary|secondary)$/;

/**
 * Names that are secret in one place only: `key` in URLs, as Google and Trello use it, and `code` in OAuth grants.
 */
const placedNames = { address: 'key', grant: 'code' } as const;

/** The signature of Alipay and WeChat; after other words `sign` is rather a call sign or a zodiac sign. */
const onlySign = /(?:^|[[.:])sign\]?$/i;

const longestName = 256;

/** @param place where the name is used; some names are secret in one place only */
export type IsSecretName = (name: string, place?: keyof typeof placedNames) => boolean;

/** Creates a test for secret names in any spelling: access_token, accessToken, ACCESS-TOKEN. */
export function secretNameTest(keys: readonly string[] = [], except: readonly string[] = []): IsSecretName {
  const exempt = new Set(except.map(flat));
  const names = new Set(
    [...secretNames, ...keyOwners.map((owner) => `${owner}key`), ...keys.map(flat)].filter(
      (name) => name !== '' && !exempt.has(name),
    ),
  );
  /** Headers are in lower case, and their words may be joined: `encryptedsecuritycode`. */
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

  /** @param before the words before `last` */
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

/** Singular forms: `pass2`, `api_keys`, `backup_codes`. */
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

interface CacheOptions<Result> {
  /** Maximum number of entries; the cache is cleared when there are more. */
  readonly most: number;
  /** Maximum characters of a cached text. */
  readonly longest: number;
  /** Whether a result may be cached. */
  readonly keeps?: (text: string, result: Result) => boolean;
}

/** Caches the results of a function: names and headers of calls are few and repeat. A Map is faster here than an LRU. */
export function remembered<Result>(
  compute: (text: string) => Result,
  { most, longest, keeps = () => true }: CacheOptions<Result>,
): (text: string) => Result {
  const results = new Map<string, Result>();

  return (text) => {
    if (text.length > longest) return compute(text);
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= most) results.clear();
    if (keeps(text, result)) results.set(copied(text), result);

    return result;
  };
}

/** A V8 substring keeps its whole text in memory: a name would keep the body. */
function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
