export type Row = Readonly<Record<string, unknown>>;

/** The members of all responses: a test reads those of the response that it expects. */
interface Body {
  readonly results: readonly Row[];
  readonly page: number;
  readonly limit: number;
  readonly totalPages: number;
  readonly totalResults: number;
  readonly total: number;
  readonly confirmed: number;
  readonly processing: number;
  readonly pending: number;
  /** Only of some projects of the sample service. */
  readonly failed?: number;
  /** Only of a refusal. */
  readonly message: string;
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface Service {
  readonly address: string;
  readonly token: string;
}

/**
 * Sends a request, with the service's own token unless `init` has other headers.
 * @returns the response, its body parsed as JSON.
 */
export async function ask(service: Service, path: string, init: RequestInit = {}): Promise<Reply> {
  const headers = { authorization: `Bearer ${service.token}` };
  const response = await fetch(service.address + path, { headers, ...init });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(text || 'null') as Body,
  };
}

/** The reference of a project in a path (§4.2), such as `t/12`. */
export function projectRefOf(row: Row): string {
  return `${row.transferable === true ? 't' : 'n'}/${String(row.id)}`;
}
