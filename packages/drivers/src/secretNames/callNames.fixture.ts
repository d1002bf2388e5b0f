// Names of headers, environment variables, JSON members, parameters and form fields of real services.

const words = (text: string) => text.trim().split(/\s+/);

/** Their values are secret wherever a call has them. */
export const secretCallNames = words(`
  Authorization Proxy-Authorization X-Authorization Cookie Set-Cookie X-Api-Key X-API-KEY Api-Key apikey x-apikey X-Auth-Token
  X-Auth-Key X-Access-Token X-Amz-Security-Token X-Vault-Token X-Consul-Token X-GitHub-Token X-Gitlab-Token PRIVATE-TOKEN JOB-TOKEN
  DEPLOY-TOKEN X-Shopify-Access-Token X-Shopify-Storefront-Access-Token X-Shopify-Hmac-Sha256 X-Hub-Signature X-Hub-Signature-256
  Stripe-Signature X-Slack-Signature X-Twilio-Signature X-Line-Signature X-Figma-Token X-Figma-Signature X-Goog-Api-Key
  X-Goog-Iam-Authorization-Token X-RapidAPI-Key X-Mashape-Key X-Algolia-API-Key X-Parse-REST-API-Key X-Parse-Master-Key
  X-Parse-Session-Token Fastly-Key X-Query-Key X-Insert-Key X-License-Key DD-API-KEY DD-APPLICATION-KEY X-Honeycomb-Team-Key
  Ocp-Apim-Subscription-Key x-functions-key aeg-sas-key aeg-sas-token x-ms-authorization-auxiliary X-Postmark-Server-Token
  X-Postmark-Account-Token X-Mailgun-Key X-Sendgrid-Key X-Mandrill-Signature X-CSRF-Token X-XSRF-TOKEN X-Session-Token X-Session-Id
  X-Plex-Token X-Emby-Token X-MediaBrowser-Token X-Jenkins-Crumb Jenkins-Crumb X-JFrog-Art-Api X-NuGet-ApiKey X-Cisco-Meraki-API-Key
  X-PAN-KEY X-TrackerToken X-Redmine-API-Key X-Atlassian-Token-Secret X-Zendesk-Key X-Freshdesk-Key X-Typesense-API-Key
  X-Meili-API-Key X-Hasura-Admin-Secret X-Appwrite-Key X-Appwrite-JWT X-Supabase-Key X-Pinecone-Key X-Deepl-Key X-TTS-Key
  X-Elevenlabs-Key Xi-Api-Key X-Cohere-Key OpenAI-Key X-Airtable-Key X-Cloud-Trace-Key X-User-Key X-Partner-Key X-Merchant-Key
  X-Tenant-Key X-Site-Key X-App-Key X-Secret X-Signature X-Webhook-Secret X-Webhook-Signature Webhook-Signature X-OTP X-TOTP-Code
  X-2FA-Code X-Pin X-Device-Token X-Refresh-Token X-Id-Token X-Client-Secret X-Server-Key Customer-Key X-Api-Secret-Key
  X-Amz-Server-Side-Encryption-Customer-Key X-Ms-Encryption-Key HTTP_X_QUERY_KEY HTTP_FASTLY_KEY xQueryKey x_query_key
  AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_ACCESS_KEY_ID AZURE_CLIENT_SECRET AZURE_STORAGE_KEY AZURE_STORAGE_CONNECTION_STRING
  AZURE_STORAGE_SAS_TOKEN GOOGLE_API_KEY GOOGLE_CREDENTIALS GOOGLE_APPLICATION_CREDENTIALS_JSON DIGITALOCEAN_TOKEN HCLOUD_TOKEN
  LINODE_TOKEN CLOUDFLARE_API_KEY CF_API_TOKEN FASTLY_API_KEY HEROKU_API_KEY VERCEL_TOKEN NETLIFY_AUTH_TOKEN NPM_TOKEN NODE_AUTH_TOKEN
  PYPI_PASSWORD TWINE_PASSWORD DOCKER_PASSWORD DOCKERHUB_TOKEN GITHUB_TOKEN GH_TOKEN GITLAB_TOKEN CI_JOB_TOKEN CI_REGISTRY_PASSWORD
  BITBUCKET_APP_PASSWORD JIRA_API_TOKEN SLACK_BOT_TOKEN SLACK_SIGNING_SECRET DISCORD_TOKEN TELEGRAM_BOT_TOKEN TWILIO_AUTH_TOKEN
  SENDGRID_API_KEY MAILGUN_API_KEY STRIPE_SECRET_KEY STRIPE_SECRET_KEY_TEST STRIPE_WEBHOOK_SECRET PAYPAL_CLIENT_SECRET BRAINTREE_PRIVATE_KEY
  SQUARE_ACCESS_TOKEN ADYEN_API_KEY PLAID_SECRET SENTRY_DSN SENTRY_AUTH_TOKEN DD_API_KEY NEW_RELIC_LICENSE_KEY ROLLBAR_ACCESS_TOKEN
  OPENAI_API_KEY ANTHROPIC_API_KEY HUGGINGFACE_TOKEN HF_TOKEN COHERE_API_KEY PINECONE_API_KEY DATABASE_PASSWORD DB_PASSWORD DB_PASS
  PGPASSWORD MYSQL_PWD MYSQL_ROOT_PASSWORD POSTGRES_PASSWORD REDIS_PASSWORD REDISCLI_AUTH MONGO_INITDB_ROOT_PASSWORD RABBITMQ_DEFAULT_PASS
  RABBITMQ_ERLANG_COOKIE ERLANG_COOKIE SECRET_KEY_BASE RAILS_MASTER_KEY DJANGO_SECRET_KEY APP_SECRET APP_KEY LARAVEL_APP_KEY JWT_SECRET
  JWT_PRIVATE_KEY SESSION_SECRET COOKIE_SECRET ENCRYPTION_KEY HMAC_KEY SMTP_PASSWORD SMTP_PASS MAIL_PASSWORD LDAP_BIND_PASSWORD
  VAULT_TOKEN VAULT_UNSEAL_KEY unseal_keys_b64 unseal_keys_hex keys_base64 root_token recovery_keys_b64 TF_TOKEN CONSUL_HTTP_TOKEN
  KUBECONFIG .dockerconfigjson .dockercfg tls.key client-key-data client_key ssh_private_key sshPrivateKey id_rsa privkey private_key_pem
  WIREGUARD_PRIVATE_KEY wg_preshared_key wifi_password wpa_passphrase wpa_psk ANSIBLE_VAULT_PASSWORD KEYSTORE_PASSWORD
  keystorePass truststorePassword keyPassphrase storepass keypass SONAR_TOKEN CODECOV_TOKEN SNYK_TOKEN
  password passwd passw passwrd pswd psw pwd pwdhash passhash userpass user_pass pass_hash password1 newPassword oldPassword currentPassword
  password_confirmation confirmPassword passwordConfirm repeat_password passphrase passcode pin pin_hash otp otp_code totp
  totpSecret mfa_code mfaToken two_factor_code backup_codes recovery_codes scratch_codes activation_code activationKey reset_code
  reset_key unlock_code verification_code security_code securityAnswer secret_answer seed_phrase seedPhrase mnemonic_phrase
  access_token accessToken refresh_token refreshToken id_token idToken session_token sessionToken client_secret clientSecret
  client_assertion code_verifier consumer_secret consumerKey oauth_token oauth_token_secret oauth_signature oauth_verifier token tokens
  csrfmiddlewaretoken authenticity_token _csrf _token __RequestVerificationToken xsrf sid PHPSESSID JSESSIONID ASP.NET_SessionId
  connect.sid laravel_session remember_token rememberMe sessionKey sesskey SAMLResponse RelayToken sharedSecret shared_key
  X-Amz-Signature X-Amz-Credential X-Goog-Signature X-Goog-Credential sig signature Signature access_key accessKey secret_key
  secretKey private_key privateKey apiSecret api_secret appSecret webhook_secret signing_secret signingKey hmac
  connectionString primaryConnectionString master_key masterKey admin_password bind_password bindpw
  credit_card_number cardNumber card_number ccNumber cvv cvv2 cvc security_code_cvv expiry_cvc iban account_number ssn
  mot_de_passe motdepasse motDePasse mdp kennwort passwort zugangscode contraseña contrasena clave senha senha_hash palavra_passe
  parola parola_accesso wachtwoord toegangscode hasło haslo şifre sifre lösenord losenord adgangskode salasana heslo jelszó lozinka
  zaporka parol пароль 密码 mima パスワード 비밀번호 kata_sandi mat_khau code_secret jeton_acces cle_api cle_privee clave_secreta
  chave_api chiave_privata api_schluessel geheimnis api_sleutel klucz_api api_anahtari gizli_anahtar cheie_api
`);

/** Their values are of use in a log and reveal nothing. */
export const innocentCallNames = words(`
  Accept Accept-Language Content-Type Content-Length Content-MD5 User-Agent Host Origin Referer ETag If-None-Match Idempotency-Key
  X-Idempotency-Key Surrogate-Key X-Cache-Key Cache-Key Routing-Key x-ms-documentdb-partitionkey Sec-WebSocket-Key Primary-Key
  X-Request-Id X-Correlation-Id X-Forwarded-For X-RateLimit-Remaining Retry-After WWW-Authenticate Digest X-Requested-With
  token_type tokenType max_tokens maxTokens prompt_tokens completion_tokens totalTokens cached_tokens secretary secretariat
  secretaryName hashtag hash_tag hash file_hash commit_hash content_hash sha256 md5 checksum_md5 passenger passengers passengerName
  passport passportNo passport_number pass_rate passing passed bypass compass trespass overpass underpass boarding_pass season_pass
  ski_pass author authors author_id authority keyboard keyword keywords key keys sort_key partition_key foreign_key primaryKey
  public_key publicKey translation_key meta_key object_key monkey turkey donkey hotkey shipping shipping_code spin opinion pinned
  pinterest pinecone_index country_code postal_code zip_code status_code currency_code product_code code order_number phone_number
  version salt_content salted base_salt description desenha lettering letter assign assigned design resign sign_in_count
  signed_at consign session_count sessions_total cookie_policy_accepted credits credit accreditation article_private vehicle_privacy
  has_location has_loan passorder_count palavra_chave parola_chiave palabra_clave mots_cles schluesselwort clavecin clavier authored
  geheimhaltung tokenized tokenizer stoken_ring pan_european expand japan company panel ibanez dsn_format descendant
  segretario secretaria sekretariat
`);
