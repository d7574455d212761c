/** A project as the service lists it. Only the status of an id may differ. */
export const lamp = (id: number, status = 'processing') => ({
  id,
  name: `Lamp ${id}`,
  symbol: 'L',
  transferable: true,
  status,
});
