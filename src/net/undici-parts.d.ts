/**
 * undici's own parts, typed by its public types. They are imported one by one because undici's
 * root module, as it loads, puts a dispatcher of its own into process-wide slots that the editor's
 * and every other extension's `fetch` read. A client has no methods then but `dispatch`.
 */
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import type { buildConnector } from 'undici';
  type Connect = (...to: Parameters<buildConnector.connector>) => Socket;
  export default function build(options: buildConnector.BuildOptions): Connect;
}
declare module 'undici/lib/api/api-connect.js' {
  import type { Socket } from 'node:net';
  import type { Dispatcher } from 'undici';
  type Options = Omit<Dispatcher.ConnectOptions, 'origin'>;
  type Tunnel = Dispatcher.ConnectData & { readonly socket: Socket };
  export default function connect(this: Dispatcher, by: Options): Promise<Tunnel>;
}
declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';
  type Options = Omit<Dispatcher.RequestOptions, 'origin'>;
  export default function request(this: Dispatcher, by: Options): Promise<Dispatcher.ResponseData>;
}
