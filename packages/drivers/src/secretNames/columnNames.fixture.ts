// Columns of public schemas.

const words = (text: string) => text.trim().split(/\s+/);

/** Columns with credentials, by software. */
export const secretColumns: Record<string, readonly string[]> = {
  wordpress: words(
    'user_pass user_activation_key post_password activation_key consumer_key consumer_secret session_key',
  ),
  joomla: words('password activation otpKey otep token'),
  drupal: words('pass sid'),
  mediawiki: words(
    'user_password user_newpassword user_token user_email_token bp_password bp_token secret scratch_tokens',
  ),
  phpbb: words(
    'user_password user_newpasswd user_actkey user_form_salt reset_token forum_password session_id',
  ),
  vbulletin: words('password salt token secret'),
  mysql: words('authentication_string Password User_password'),
  postgres: words('rolpassword passwd'),
  openstreetmap: words('pass_crypt pass_salt token secret'),
  kamailio: words('ha1 ha1b auth_password auth_ha1 ext_pass password vmpin'),
  asterisk: words(
    'secret md5secret remotesecret dbsecret md5_cred oauth_secret refresh_token dtls_private_key',
  ),
  gitlab:
    words(`encrypted_password otp_backup_codes encrypted_otp_secret encrypted_otp_secret_iv encrypted_otp_secret_salt
    static_object_token static_object_token_encrypted feed_token incoming_email_token unlock_token confirmation_token runners_token
    runners_token_encrypted token_digest token_encrypted health_check_access_token encrypted_ci_jwt_signing_key
    encrypted_akismet_api_key akismet_api_key recaptcha_private_key encrypted_credentials encrypted_secret_token hashed_secret`),
  mastodon: words(
    'private_key encrypted_password otp_secret otp_backup_codes sign_in_token remember_token secret key_auth session_id',
  ),
  discourse: words('password_hash salt auth_token prev_auth_token key_hash token_hash invite_key'),
  nextcloud: words('password token private_key login_token client_secret password_hash'),
  moodle: words('password secret privatetoken resetpassword sesskey sid token'),
  odoo: words('password totp_secret smtp_pass signup_token access_token smtp_ssl_private_key'),
  keycloak: words(
    'secret_data credential_data salt registration_token client_secret storage_token totp_secret',
  ),
  gitea: words(
    'passwd salt token_hash token_salt scratch_salt scratch_hash last_used_passcode client_secret',
  ),
  magento: words('password_hash rp_token api_key confirmation_token secret verifier_token cc_number_enc'),
  prestashop: words('passwd secure_key reset_password_token'),
  spree: words(
    'encrypted_password password_salt persistence_token perishable_token single_access_token spree_api_key guest_token',
  ),
  redmine: words('hashed_password salt account_password twofa_totp_key'),
  devise: words(
    'backup_codes_digest otp_code_digest password_digest recovery_password_digest remember_digest reset_digest activation_digest',
  ),
  openstamm: words('password reset_token client_secret access_token refresh_token smtp_password'),
  others:
    words(`user_pw recovery_codes pass_crypted backup_codes smtp_pass senha pass pass_hash pwd pwd_hash pwdhash pwhash passhash
    userpassword user_pwd passw pw hash userhash login_hash salt digest pin pin_hash user_pin totp_seed otp_secret mfa_secret two_factor_secret
    two_factor_recovery_codes webhook_secret signing_key api_key apikey api_token license_key ssh_key private_key privkey priv_key pem
    key_pem private_pem client_key ssl_key tls_key rsa_private_key pgp_private_key keystore cookie csrf_token jwt bearer credential
    credentials card_number cvv ssn activation_code activation_key recovery_code recovery_key reset_code unlock_code magic_link_token
    remember_me_token kennwort passwort zugangscode mot_de_passe motdepasse mdp contrasena contraseña clave clave_usuario
    senha_hash palavra_passe parola parola_hash wachtwoord haslo hasło sifre şifre losenord adgangskode passord salasana heslo jelszo lozinka
    zaporka geslo parol пароль 密码 mima kata_sandi mat_khau geheimzahl segreto cle_privee chave_privada chiave_segreta stream_key
    wifi_password db_password ftp_pass imap_password secret_answer security_answer seed_phrase`),
};

/** Columns of the same kinds of tables that people want to see. */
export const innocentColumns = words(`
  token_type secretary secretary_name secretariat hash_tag hashtag hashtags hash_id hash_entry content_hash file_hash commit_hash image_hash
  email_hash tx_hash block_hash passenger passenger_name passenger_count compass bypass bypassed pass_rate pass_count passport_no
  passport_number passed passing boarding_pass season_pass author author_id auth_provider auth_type auth_source_id auth_uid auth_username
  authority authorized_by authors salt_content bath_salt_type salted key_name key_type meta_key translation_key sort_key partition_key
  foreign_key primary_key public_key object_key row_key natural_key product_key customer_key date_key o_orderkey l_partkey lookup_key
  idempotency_key routing_key config_key setting_key issue_key project_key storage_key cache_key hotkey keyword keywords keyboard monkey
  dialog_key key_id cl_sortkey password_changed_at password_expires_at password_expires password_expired password_last_changed
  password_lifetime password_policy passwd_changed_on passwd_hash_algo password_algorithm must_change_passwd must_change_password
  last_passwd_gen has_password password_set_at password_automatically_set user_passchg user_login_attempts user_newpass_time
  user_email_token_expires otp_required_for_login otp_policy_period otp_policy_digits otp_attempts otp_sent_at twofa_required twofa_scheme
  twofa_totp_last_used_at token_count token_expires_at token_id token_name token_scopes access_token_id access_token_expires_at
  refresh_token_expires_at secret_type api_key_id api_key_name session_count session_type auth_session_type cookie_policy cookie_name
  code country_code product_code postal_code confirmation_code coupon_code discount_code promo_code referral_code status_code
  CardCode CardName iban account_number account_no signature_required signed_at user_sig img_sha1 rev_sha1 sha1 sha256 md5 checksum
  email_digests weekly_digest shipping shipping_address opinion pinned pinned_at pinterest_url spinning spin_count pin_count
  design assignee assigned_to resigned cookie_consent credit credit_limit credits accreditation expand company japan panel
  article_private vehicle_privacy has_location has_loan palavra_chave parola_chiave palabra_clave mots_cles schluesselwort
  geheimhaltung segretario secretaria sekretariat desenha clavecin clave_producto tokenizer tokenized reset_count lockout_until
  login last_login login_count activation_date activated_at recovery_rate code_challenge_method scratch_card
  credential_type credential_count private_notes private_url privacy session_started_at session_title training_session
  secret_santa_date cvv_required pin_required has_pin uses_token is_secret last_password_reset_at
`);
