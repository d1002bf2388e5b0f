/** better-auth's models under the table and column names of this service. */
export const authTables = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    // Seconds after which use of it is noted, and it lives on from then.
    updateAge: 3600,
    // Seconds for which the signed cookie is believed without asking the database; a sign-out elsewhere takes as long.
    cookieCache: { enabled: true, maxAge: 60 },
  },
  account: {
    modelName: 'accounts',
    fields: {
      accountId: 'account_id',
      providerId: 'provider_id',
      userId: 'user_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
} as const;

/** Columns of the admin plugin. */
export const adminSchema = {
  user: { fields: { role: 'auth_role', banReason: 'ban_reason', banExpires: 'ban_expires' } },
  session: { fields: { impersonatedBy: 'impersonated_by' } },
} as const;

/** Table of the API-key plugin. */
export const apiKeySchema = {
  apikey: {
    modelName: 'api_keys',
    fields: {
      configId: 'config_id',
      referenceId: 'reference_id',
      refillInterval: 'refill_interval',
      refillAmount: 'refill_amount',
      lastRefillAt: 'last_refill_at',
      rateLimitEnabled: 'rate_limit_enabled',
      rateLimitTimeWindow: 'rate_limit_time_window',
      rateLimitMax: 'rate_limit_max',
      requestCount: 'request_count',
      lastRequest: 'last_request',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
} as const;
