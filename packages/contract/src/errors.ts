/** Every code that a refusal can carry, with its HTTP status. The list is closed: clients may switch over it. */
export const ERROR_STATUS = {
  malformed_request: 400,
  validation_failed: 400,
  link_invalid: 400,
  sign_in_failed: 400,
  not_signed_in: 401,
  token_invalid: 401,
  signature_invalid: 401,
  forbidden: 403,
  signup_closed: 403,
  not_found: 404,
  conflict: 409,
  last_owner: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** What a successful call answers with. */
export interface Success<Data> {
  msg: string;
  status: number;
  data: Data;
}

/** What a refused call answers with; `fields` maps the path of each bad field to the reason. */
export interface Refusal {
  msg: string;
  status: number;
  error: {
    code: ErrorCode;
    fields?: Record<string, string>;
    request_id: string;
  };
}
