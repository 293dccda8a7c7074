import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import { createRef, useState, type RefObject } from 'react'
import { contract, type ResourceName } from '../../../contract'
import type { Field, Resource } from '../../../contract/fields'
import { filterParametersOf } from '../../../contract/filters'
import { Button } from '../../../ui/antd/Button'
import { useIsCrowded, useIsMedium, useIsNarrow } from '../../../ui/hooks/useMediaQuery'
import { lazyDialog } from '../../../ui/dialog/lazyDialog'
import type { FieldFilters } from '../../../ui/list/ListScreen'
import type { Filters } from '../../../ui/list/listState'
import { focusHeading } from '../../../ui/page/focusHeading'
import { lazyComponent } from '../../../ui/page/lazyComponent'
import type { FieldMeta, RecordFieldMeta } from '../fieldMeta'
import type { ActiveFilter, FilterableField, FilterPartProps } from './fieldFilters'

/** The fields by which a list is filtered, without the parameters that other inputs show. */
function activeFilters(
  resource: ResourceName,
  fields: readonly FilterableField[],
  filters: Filters,
  shown: readonly string[],
): ActiveFilter[] {
  const parameters = [...filterParametersOf<Field>(contract[resource]).values()]
  return fields.flatMap((field) => {
    const own = parameters.filter(
      ({ name, fieldName }) =>
        fieldName === field.name && filters[name] !== undefined && !shown.includes(name),
    )
    if (own.length === 0) return []
    const values = Object.fromEntries(own.map(({ name, operator }) => [operator, filters[name]]))
    return [{ ...field, filters: values, parameters: own.map(({ name }) => name) }]
  })
}

const FilterDialog = lazyDialog(
  async () => (await import(/* webpackChunkName: "filterParts" */ './FilterDialog')).FilterDialog,
)
const FilterChips = lazyComponent(
  async () => (await import(/* webpackChunkName: "filterParts" */ './FilterChips')).FilterChips,
  'The filters could not be shown.',
)

interface AddFilterProps extends FilterPartProps {
  button: RefObject<HTMLButtonElement | null>
  hasShapes: boolean
}

const AddFilter = ({ button, hasShapes, ...props }: AddFilterProps) => {
  const [isOpen, setIsOpen] = useState(false)
  // Tools and filters stand on two lines at tablet width; phones give filters lines of their own.
  const [isMedium, isNarrow, isCrowded] = [useIsMedium(), useIsNarrow(), useIsCrowded()]
  const isIcon = (isMedium || (hasShapes && isCrowded)) && !isNarrow
  return (
    <>
      <Button
        ref={button}
        icon={<FilterOutlined aria-hidden />}
        aria-haspopup="dialog"
        {...(isIcon && { 'aria-label': 'Add Filter', title: 'Add Filter' })}
        onClick={() => setIsOpen(true)}
      >
        {!isIcon && 'Add Filter'}
      </Button>
      {isOpen && <FilterDialog {...props} close={() => setIsOpen(false)} />}
    </>
  )
}

interface Options {
  /** The parameters that other inputs of the list show. */
  shown?: (filters: Filters) => readonly string[]
  /** Words of fields that are never shown by themselves. */
  more?: Readonly<Record<string, FieldMeta<never>>>
  /** Fields that are the same in all records of the list. */
  without?: readonly string[]
}

/** The filters of a resource's list by all fields that the contract allows (VIEW-1). A constant. */
export const listFiltersOf = <N extends ResourceName>(
  { resource, fieldMeta }: RecordFieldMeta<N, never>,
  { shown = () => [], more = {}, without = [] }: Options = {},
): FieldFilters => {
  const { fields, filterable = [] }: Resource = contract[resource]
  const metas = { ...(fieldMeta as Readonly<Record<string, FieldMeta<never> | null>>), ...more }
  const known = filterable.flatMap((name): FilterableField[] => {
    const [field, meta] = [fields[name], metas[name]]
    return field && meta && !without.includes(name) ? [{ name, field, meta }] : []
  })
  const button = createRef<HTMLButtonElement>()
  const focusAdd = () => {
    button.current?.focus()
    // Phones may have it behind another button.
    if (document.activeElement !== button.current) focusHeading()
  }
  return {
    Add: ({ list, hasShapes = false }) => (
      <AddFilter list={list} hasShapes={hasShapes} fields={known} button={button} />
    ),
    Chips: ({ list }) => {
      const { filters } = list.state
      const active = activeFilters(resource, known, filters, shown(filters))
      return active.length > 0 && <FilterChips list={list} active={active} focusAdd={focusAdd} />
    },
  }
}
