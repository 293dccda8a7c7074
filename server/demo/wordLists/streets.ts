export const streetNames = [
  ...[
    'Foundry',
    'Canal',
    'Depot',
    'Millrace',
    'Granary',
    'Tannery',
    'Ropewalk',
    'Kiln',
    'Turbine',
    'Compressor',
  ],
  ...['Gasworks', 'Lantern', 'Quarry', 'Ferry Landing', 'Roundhouse', 'Signal', 'Switchyard', 'Tower Hill'],
  ...['Old County', 'Second', 'Fourth', 'Ninth', 'Chestnut', 'Sycamore', 'Juniper', 'Cottonwood', 'Linden'],
  ...[
    'Prospect',
    'Highland',
    'Riverside',
    'Harbor',
    'Commerce',
    'Industrial',
    'Enterprise',
    'Campus',
    'Airport',
  ],
]

export const streetKinds = ['Street', 'Avenue', 'Road', 'Drive', 'Boulevard', 'Lane', 'Way', 'Parkway']

/** Parts of a building or of a site. */
export const units = ['Suite', 'Building', 'Dock', 'Unit']
