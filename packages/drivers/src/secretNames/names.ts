/** Lists of names, in words without accents and in lower case; each line may grow. */
export function words(...lines: readonly string[]): string[] {
  return lines.join(' ').split(' ');
}

/** Secret names, without separators. Other words may precede them: `x-api-key`, `shop_api_key`. */
export const secretNames = words(
  'pass pwd pw pin secret token tokens jwt bearer psk pswd psw passcode',
  'authorization auth authentication authheader authstring authenticationstring credential credentials cookie cookies setcookie',
  'apiv3key session sessionid sid csrf xsrf otp totp signature sig paysign hmac ha1 ha1b a1hash',
  'codeverifier clientassertion assertion samlresponse jsapiticket verifyticket suiteticket',
  'mfacode otpcode 2facode verificationcode securitycode authcode authorizationcode devicecode bindingcode oobcode',
  'recoverycode backupcode scratchcode activationcode resetcode unlockcode twofactorcode onetimecode tfacode totpseed otpseed',
  'accesscode logincode smscode jscode permanentcode accesslicense accesslicensenumber encodingaeskey cvv cvc cvv2 cvc2 csc',
  'cardnumber ccnumber ccnumberenc creditcard pan iban accountnumber ssn socialsecuritynumber cardcode',
  'connectionstring connectionstrings dsn accesskeyid clientkeydata appticket seedphrase mnemonicphrase recoveryphrase',
  'securityanswer oauthverifier rememberme usersig samlart dpop mysapsso2 vmpin md5cred',
  'crumb wpnonce authsalt hashsalt noncesalt passwordsalt passsalt jfrogartapi ovhconsumer firebaseappcheck',
  'dockerconfigjson dockercfg kubeconfig netrc pgpass htpasswd idrsa iddsa idecdsa ided25519 keystore keytab keysbase64 keysb64',
  // In other languages.
  'mdp motpasse clave senha palavrapasse parola parolaaccesso parolaordine parolasegreta haslo sifre passord losenord',
  'adgangskode kodeord heslo geslo parool parol mima sandi matkhau zugangscode zugangsdaten toegangscode jetonacces codigoacceso',
  'claveacceso claveusuario codeacces codedacces coddeacces kodudostepu',
);

/** Words before `key` that make it secret. `key` alone is usually that of a table, a cache or a list. */
export const keyOwners = words(
  'api app application auth access secret private priv signing signature encryption crypt aes hmac master shared preshared',
  'session subscription account storage client consumer server functions function host sas merchant mch transaction',
  'deploy admin integration license activation act instrumentation ssh security pass encrypt unseal tran servicerole form ws',
  'insert loggedin secure feed rss stream invite invitation reset recovery unlock confirm verification totp otp oauth',
  'ssl tls rsa dsa ecdsa ed25519 pgp gpg pem decryption cipher jwt webhook login',
);

/** Words before `-Key` that make a header harmless: it names data, not a caller. */
export const harmlessKeyOwners = words(
  'idempotency cache surrogate partition partitionkey sort routing foreign primary public translation message object row lookup',
  'dedupe dedup deduplication group ordering websocket socket correlation unique shard index map meta data item list react',
);

/** Parts that make any name secret, also within a word. */
const anyFragments = words(
  'passw passphrase apikey accesskey privatekey privkey accesstoken refreshtoken authtoken bearertoken sessiontoken idtoken',
  'sessionid authorization credential cardnumber creditcard',
  // In other languages.
  'kennwort motdepasse contrasen wachtwoord lozinka zaporka salasana jelszo katasandi slaptazod gizlianahtar',
);
const otherScripts = words('пароль пароля 密码 密碼 口令 パスワード 暗証番号 비밀번호').map(folded);

/** Roots that also begin other words: secretary, secretion, Sekretariat, segretario, Geheimhaltung. */
const roots = /secret(?!a(?:r|i)|ion|ive|e[ds]?$|santa)|sekret(?!ar|ion)|segret[oa](?!r)|geheim(?!h)/;

/** @param name without separators */
export function hasSecretFragment(name: string): boolean {
  return (
    roots.test(name) ||
    anyFragments.some((fragment) => name.includes(fragment)) ||
    (!isAscii(name) && otherScripts.some((fragment) => name.includes(fragment)))
  );
}

/** Secret endings of a name written as one word: `csrfmiddlewaretoken`, `dbpass`, `phpsessid`. */
export const secretEnding =
  /(?:tokens?|pass|pwd|pw|psk|jwt|sessid|sesskey|cookie|signature|hmac|cvv|cvc|(?<!o)auth|(?<!de)senha|(?:api|app|auth|signing|encryption|master|shared|client|consumer|account|storage|session|subscription|merchant|license|otp|act)keys?)$/;

/** Names with such an ending that are not secret. */
export const innocentEnding =
  /(?:com|by|tres|sur|over|under|low|high|band|boarding|season|ski|day|week|month|annual|bus|train|travel|guest|visitor|hall|parking|press|museum|lift|rail)pass$|^palabras?clave$/;

/** Keys in other languages, whose owner follows or precedes them; words are separated by `_`. */
export const foreignKeys =
  /(?:^|_)(?:cle|clave|chave|chiave|klucz|klic|cheie|kljuc)_(?:de?_)?(?:api|priv\w*|segur\w*|crypt\w*|encript\w*|cifr\w*|prywatn\w*|tajn\w*)(?:_|$)|(?:api|priv[a-z]{0,6}|private[rs]?)_?(?:schluessel|schlussel|sleutel|anahtari?|nyckel|nogle)(?:_|$)/;

/** Tokens that language models and rate limits count. */
export const countedTokens =
  /(?:max|min|total|prompt|completion|input|output|cached?|reasoning|thinking|remaining|limit|used|count)tokens$/;

/** Words that may follow a secret name: `x-hub-signature-256`, `token_value`, `pin_code`, `pass_crypt`, `unseal_keys_b64`. */
export const trailingWord =
  /^(?:sha\d{0,3}|md5|bcrypt|argon2|ed25519|256|384|512|v\d{1,2}|value|number|code|primary|secondary|hash|hashed|digest|crypt|crypted|encrypted|enc|encoded|salt|iv|b64|base64|hex|pem|plain|plaintext|raw|string|str|repeat|confirm|confirmation|prod|production|live|test|dev|staging|sandbox)$/;

/** The same at the end of a word: `pwdhash`, `passcrypted`. */
export const trailingSuffix = /^(.{2,}?)(?:hash(?:ed)?|digest|crypt(?:ed)?|md5|sha1|sha256|salt|b64|base64)$/;

/** Without accents and compatibility forms, in lower case. */
export function folded(text: string): string {
  if (isAscii(text)) return text.toLowerCase();

  return text
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .replace(/[łŁøØıß]/g, (letter) => unaccented[letter] ?? letter)
    .toLowerCase();
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

const unaccented: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', ø: 'o', Ø: 'O', ı: 'i', ß: 'ss' };
