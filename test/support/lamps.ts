/** A project as the service lists it, by a name and a symbol that stay the same. */
export const lamp = (id: number, status = 'processing') => ({
  id,
  name: `Lamp ${id}`,
  symbol: 'L',
  transferable: true,
  status,
});
