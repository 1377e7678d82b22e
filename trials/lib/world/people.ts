import type { Naming } from './naming.ts'

/** Who there is, and where. */
export function peopleOf({ word, id }: Naming) {
  return {
    business_locations: [1, 2].map((n) => ({ id: id(n), name: `North ${word}` })),
    staff: [101, 102, 103, 104].map((n) => ({
      ...{
        id: id(n),
        first_name: `Ana${n}`,
        last_name: word,
        email: `ana${n}@${word}.example`,
        phone: `04 ${word}`,
        status: 'Active',
      },
    })),
    clients: [2001, 2002, 2003, 2004].map((n) => ({
      ...{
        id: id(n),
        first_name: `Joan${n}`,
        last_name: word,
        client_type: 'NDIS',
        business_id: id(1),
        language: word,
      },
      ...{ address: `${n} ${word} St`, primary_contact_email: `j${n}@${word}.example`, primary_contact_number: word },
    })),
    sites: [1, 2].map((n) => ({
      ...{
        id: id(n),
        name: `House ${word}`,
        type: word,
        address: `${word} Rd`,
        manager: word,
        tags: [word],
        client_capacity: 4,
      },
      ...{ participant_ids: [id(2001)], support_staff_ids: [id(101)], admin_staff_ids: [id(102)] },
    })),
    price_codes: [11, 14].map((n) => ({
      ...{
        id: id(n),
        code: `${n}_${word}`,
        name: `Care ${word}`,
        unit: 'hour',
        price: 67.56,
        claim_types: ['Standard', 'Travel'],
      },
    })),
  }
}
