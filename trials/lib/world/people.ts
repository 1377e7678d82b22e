import type { FixtureContext } from './naming.ts'

/** Locations, staff, clients, sites and price codes. */
export function peopleFixture({ marker, id }: FixtureContext) {
  return {
    business_locations: [1, 2].map((n) => ({ id: id(n), name: `North ${marker}` })),
    staff: [101, 102, 103, 104].map((n) => ({
      ...{
        id: id(n),
        first_name: `Ana${n}`,
        last_name: marker,
        email: `ana${n}@${marker}.example`,
        phone: `04 ${marker}`,
        status: 'Active',
      },
    })),
    clients: [2001, 2002, 2003, 2004].map((n) => ({
      ...{
        id: id(n),
        first_name: `Joan${n}`,
        last_name: marker,
        client_type: 'NDIS',
        business_id: id(1),
        language: marker,
      },
      ...{
        address: `${n} ${marker} St`,
        primary_contact_email: `j${n}@${marker}.example`,
        primary_contact_number: marker,
      },
    })),
    sites: [1, 2].map((n) => ({
      ...{
        id: id(n),
        name: `House ${marker}`,
        type: marker,
        address: `${marker} Rd`,
        manager: marker,
        tags: [marker],
        client_capacity: 4,
      },
      ...{ participant_ids: [id(2001)], support_staff_ids: [id(101)], admin_staff_ids: [id(102)] },
    })),
    price_codes: [11, 14].map((n) => ({
      ...{
        id: id(n),
        code: `${n}_${marker}`,
        name: `Care ${marker}`,
        unit: 'hour',
        price: 67.56,
        claim_types: ['Standard', 'Travel'],
      },
    })),
  }
}
