/**
 * How each table is laid out on a Citus cluster. A test holds this list against the catalogue: distributed
 * tables have project_id in every key, and every table of the schema is named here.
 */
export const TABLES = {
  distributed: ['attribution_rules', 'audit_log', 'dashboard_preferences', 'feature_requests', 'usage_days'],
  reference: [
    'users',
    'identities',
    'sessions',
    'magic_links',
    'sign_in_codes',
    'rate_limits',
    'callback_forms',
    'projects',
    'project_members',
    'project_invites',
    'project_tokens',
    'private_keys',
    'schema_migrations',
  ],
} as const;
