import { AccessToken, type Endpoint } from '../core/client/accessToken.ts';
import { readAddress } from '../core/client/serviceAddress.ts';
import type { SampleData } from './sampleData.ts';

/**
 * The address and the token of the sample service. Starts it unless it runs; rejects as
 * `SampleData.run` does.
 */
export async function sampleEndpoint(sample: SampleData): Promise<Endpoint> {
  const { address: text, token } = await sample.run();
  const address = readAddress(text);
  if (typeof address === 'string') throw new Error(`Sample data has no address (${address}).`);
  return { address, token: new AccessToken(token, address.origin) };
}
