package dev.weir.workload;

/**
 * One field of a role.
 *
 * @param name name inside the role's subdocument
 * @param characters length of a string, 0 for an int32
 */
public record RoleField(String name, int characters) {
  public boolean isInt() {
    return characters == 0;
  }
}
